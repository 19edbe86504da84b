import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Type } from 'typebox';
import { type Address, formatUnits, getAddress } from 'viem';
import { parseAs } from '../../shared/parse.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { balanceOf } from '../devnet/quoting.ts';
import { text } from '../helpers/screen-texts.ts';
import type { Trader } from '../helpers/trader.ts';

const COUNT_ABI = [
  {
    type: 'function',
    name: 'numContracts',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const;

const IndexedSchema = Type.Array(
  Type.Object({
    address: Type.String(),
    collateralDecimals: Type.Integer(),
    numContracts: Type.String(),
  }),
);

/** Contracts in base units, by the address of the option contract. */
type Holdings = Readonly<Record<Address, string>>;

const sorted = (entries: readonly (readonly [Address, string])[]): Holdings =>
  Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)));

async function fromIndexer({ world, account }: Trader): Promise<Holdings> {
  const url = `${world.url}/indexer/api/v1/user/${account.address}/positions`;
  const positions = parseAs(IndexedSchema, await (await fetch(url)).json());
  if (positions === undefined) throw new Error('the indexer returned no list of positions');
  return sorted(positions.map(({ address, numContracts }) => [getAddress(address), numContracts]));
}

async function fromChain({ world }: Trader, options: readonly Address[]): Promise<Holdings> {
  const counts = await Promise.all(
    options.map((address) =>
      world.devnet.client.readContract({ address, abi: COUNT_ABI, functionName: 'numContracts' }),
    ),
  );
  return sorted(options.map((address, index) => [address, String(counts[index])]));
}

/** Milliseconds for indexer and wallet to read the newest positions. */
const READ_MS = 30_000;

/**
 * Reads the holdings from the indexer. Waits for the last fills, because a restarted indexer reads
 * its last blocks again.
 */
async function fromSyncedIndexer(trader: Trader, fills: number): Promise<Holdings> {
  for (const deadline = Date.now() + READ_MS; ; await setTimeout(500)) {
    const holdings = await fromIndexer(trader);
    if (Object.keys(holdings).length >= fills || Date.now() > deadline) return holdings;
  }
}

/**
 * Reads the wallet's export: each option's address, with the number of contracts as an exact
 * decimal. Waits for the wanted options, because the page first shows stored positions.
 */
async function fromWallet(trader: Trader, wanted: readonly Address[]) {
  for (const deadline = Date.now() + READ_MS; ; ) {
    const held = await exported(trader);
    if (wanted.every((option) => held.has(option)) || Date.now() > deadline) return held;
  }
}

async function exported({ page, wallet }: Trader): Promise<ReadonlyMap<Address, string>> {
  await wallet.open('Positions');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: text('positions.export'), exact: true }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  const [heading = '', ...lines] = csv.trim().split('\r\n');
  const columns = heading.replace('\uFEFF', '').split(',');
  const at = (name: string) => columns.indexOf(name);
  const [option, contracts] = [
    at(text('positions.csv.option')),
    at(text('positions.csv.contracts')),
  ];
  return new Map(
    lines.map((line) => {
      const cells = line.split(',');
      return [getAddress(cells[option] ?? ''), cells[contracts] ?? ''];
    }),
  );
}

/** Returns a sentence for each difference between wallet, chain and indexer. */
export async function disagreements(trader: Trader, fills: number): Promise<readonly string[]> {
  const { page, wallet, world, account } = trader;
  const problems: string[] = [];
  const indexer = await fromSyncedIndexer(trader, fills);
  const options = Object.keys(indexer).map((address) => getAddress(address));
  const chain = await fromChain(trader, options);
  if (JSON.stringify(chain) !== JSON.stringify(indexer))
    problems.push(`indexer ${JSON.stringify(indexer)}, chain ${JSON.stringify(chain)}`);
  if (options.length !== fills)
    problems.push(`the wallet filled ${fills} orders, the indexer has ${options.length} positions`);
  const held = await fromWallet(trader, options);
  for (const [address, count] of Object.entries(chain)) {
    const shown = held.get(getAddress(address));
    // Contracts have the collateral's decimals: 6, 8 or 18.
    const exact = [6, 8, 18].map((decimals) => formatUnits(BigInt(count), decimals));
    if (shown === undefined || !exact.includes(shown))
      problems.push(`option ${address}: the wallet has ${shown}, the chain ${count}`);
  }
  await wallet.open('Home');
  await page.getByRole('button', { name: text('home.refreshBalances') }).click();
  const usdc = await balanceOf(world.devnet, account.address, tokenNamed('USDC').address);
  const amount = formatUnits(usdc, 6);
  await page
    .locator(`[data-testid="balance-USDC"][data-exact="${amount}"]`)
    .waitFor()
    .catch(() => problems.push(`the wallet doesn't show ${amount} USDC`));
  return problems;
}
