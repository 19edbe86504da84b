import {
  type Abi,
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAllowances } from '../../../../entrypoints/background/allowances/allowances.ts';
import { revocationOf } from '../../../../entrypoints/background/allowances/revoke-allowances.ts';
import { createRpc } from '../../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../../entrypoints/background/kernel/stored.ts';
import { systemWait } from '../../../../entrypoints/background/platform/clock.ts';
import { STORED_KEYS } from '../../../../entrypoints/background/stored-keys.ts';
import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import { permit2Abi } from '../../../../shared/chain/abi/permit2.ts';
import { PERMIT2 } from '../../../../shared/chain/chain-context.ts';
import {
  BOOK_R12,
  CHAIN_ID,
  FACTORY_R12,
  PRICE_FEEDS,
  TOKENS,
} from '../../../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../../../shared/chain/implementations.ts';
import { type AllowanceView, refOf } from '../../../../shared/messages/allowances.ts';
import { epochMs, price8 } from '../../../../shared/units.ts';
import { optionAbi } from '../../../devnet/abi/full.ts';
import { compileContracts } from '../../../devnet/compile.ts';
import { type Devnet, startDevnet } from '../../../devnet/devnet.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { memoryActivity } from '../../helpers/memory-activity.ts';
import { memoryAreas } from '../../helpers/memory-areas.ts';
import { patientNames } from '../../helpers/token-names.ts';

const usdc = TOKENS.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x';
const weth = TOKENS.find(({ symbol }) => symbol === 'WETH')?.address ?? '0x';
const PERSON: Address = getAddress(`0x${'be'.repeat(20)}`);
const MULTIPLE = 12;
const YEAR_3000 = 32_503_680_000;
const collectionAbi = parseAbi([
  'function mint(address to, uint256 tokenId)',
  'function approve(address to, uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
  'function claim(address owner, address spender)',
]);

let devnet: Devnet;
let owner: Address;
let watched: Address;
const place = {
  pics: '0x0000000000000000000000000000000000e00721' as Address,
  many: '0x0000000000000000000000000000000000e01155' as Address,
  foo: '0x0000000000000000000000000000000000e00020' as Address,
};

beforeAll(async () => {
  devnet = await startDevnet();
  owner = devnet.accounts.takers[0].address;
  watched = devnet.accounts.takers[1].address;
  const artefacts = await compileContracts();
  const install = async (address: Address, code: Hex | undefined) => {
    const { data = '0x' } = await devnet.client.call({ data: code ?? '0x' });
    await devnet.client.setCode({ address, bytecode: data });
  };
  await install(PERMIT2, artefacts.Permit2);
  await install(place.pics, artefacts.Collection721);
  await install(place.many, artefacts.Collection1155);
  for (let n = 0; n < MULTIPLE; n++) await install(spamAt(n), artefacts.SpamToken);
  await devnet.client.setCode({
    address: place.foo,
    bytecode: (await devnet.client.getCode({ address: usdc })) ?? '0x',
  });
  await devnet.fund(owner, { eth: 10n ** 18n, usdc: 1_500_000000n, weth: 2n * 10n ** 18n });
});
afterAll(() => devnet?.stop());

const spamAt = (n: number): Address => getAddress(toHex(0xe0_bad0_0000 + n, { size: 20 }));

const approve = (token: Address, spender: Address, amount: bigint, from = owner) =>
  devnet.send({
    from,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  });

/** A wallet with these accounts on the devnet, which sends the calls of a bundle immediately. */
function wallet(options: { readonly urls?: readonly string[] } = {}) {
  const { urls = [devnet.rpcUrl] } = options;
  const clock = { now: () => epochMs(Date.now()) };
  const client = createRpc({ fetch, urls: () => urls });
  const asked: { readonly account: string; readonly calls: readonly TransactionDraft[] }[] = [];
  const allowances = createAllowances({
    ...{ fetch, clock, wait: systemWait, pauseMs: 1 },
    stored: stored(memoryAreas(), STORED_KEYS.allowanceLogs),
    rpcOf: () => client,
    urls: () => urls,
    accounts: () => [{ address: owner }, { address: watched }],
    watchedTokens: { all: () => [] },
    activity: memoryActivity(),
    tokenNames: patientNames(),
    spots: {
      of: () => ({ price: price8(2_500_00000000n), source: 'chain' }),
      refresh: async () => undefined,
    },
    bundles: {
      async revoke(inputs) {
        for (const { account, calls } of inputs) {
          asked.push({ account, calls });
          for (const { to, data } of calls)
            await devnet.send({ from: account, to: to as Address, data: data as Hex });
        }
      },
    },
    batching: { transactionOf: async () => undefined },
    canSign: (account) => account.toLowerCase() === owner.toLowerCase(),
  });
  return {
    ...{ allowances, asked },
    /** Waits for the complete list. Contracts that burn gas keep the node busy for seconds. */
    async finished(): Promise<readonly AllowanceView[]> {
      await allowances.list(CHAIN_ID);
      await allowances.idle();
      return eventually(async () => {
        const { rows, reading } = await allowances.list(CHAIN_ID);
        expect(reading).toMatchObject({ isReading: false });
        expect(reading).not.toHaveProperty('unread');
        return rows;
      });
    },
  };
}

describe('the allowances of a wallet', () => {
  beforeAll(async () => {
    await approve(usdc, BOOK_R12, 400_000000n);
    await approve(usdc, PERMIT2, maxUint256);
    await approve(weth, PERSON, maxUint256);
    await approve(weth, BOOK_R12, 5n);
    // Revokes the previous allowance.
    await approve(weth, BOOK_R12, 0n);
    await approve(usdc, PERSON, 7n, watched);
    const permit2 = (token: Address, amount: bigint, until: number) =>
      devnet.send({
        from: owner,
        to: PERMIT2,
        data: encodeFunctionData({
          abi: permit2Abi,
          functionName: 'approve',
          args: [token, place.many, amount, until],
        }),
      });
    await permit2(usdc, 250_000000n, YEAR_3000);
    // Permit2 itself has no allowance for WETH, and the allowance for the other token has expired.
    await permit2(weth, 9n, YEAR_3000);
    await permit2(place.foo, 9n, 1_600_000_000);
    const call = (to: Address, functionName: 'mint' | 'approve', args: [Address, bigint]) =>
      devnet.send({
        from: owner,
        to,
        data: encodeFunctionData({ abi: collectionAbi, functionName, args }),
      });
    await call(place.pics, 'mint', [owner, 77n]);
    await call(place.pics, 'mint', [owner, 78n]);
    await call(place.pics, 'approve', [PERSON, 77n]);
    for (const to of [place.pics, place.many])
      await devnet.send({
        from: owner,
        to,
        data: encodeFunctionData({
          abi: collectionAbi,
          functionName: 'setApprovalForAll',
          args: [BOOK_R12, true],
        }),
      });
    for (let n = 0; n < MULTIPLE; n++)
      await devnet.send({
        from: devnet.accounts.maker.address,
        to: spamAt(n),
        data: encodeFunctionData({
          abi: collectionAbi,
          functionName: 'claim',
          args: [owner, PERSON],
        }),
      });
  }, 60_000);

  it('sorts the present allowances by the value at stake, and lists unknown values before zero values', async () => {
    const rows = await wallet().finished();
    const shown = rows
      .filter(({ isUnproven }) => !isUnproven)
      .map((row) => [row.kind, row.token.symbol, row.spenderKind, row.stake, row.usdCents]);
    expect(shown).toEqual([
      ['token', 'WETH', 'person', (2n * 10n ** 18n).toString(), '500000'],
      ['token', 'USDC', 'permit2', '1500000000', '150000'],
      ['token', 'USDC', 'book', '400000000', '40000'],
      ['permit2', 'USDC', 'contract', '250000000', '25000'],
      ['item', 'PICS', 'person', '1', undefined],
      ['operator', 'PICS', 'book', '2', undefined],
      ['operator', undefined, 'book', undefined, undefined],
      ['token', 'USDC', 'person', '0', '0'],
      ['permit2', 'WETH', 'contract', '0', '0'],
    ]);
    expect(rows.filter(({ canRevoke }) => !canRevoke)).toMatchObject([
      { account: watched, units: '7' },
    ]);
  });

  it('lists allowances of gas-burning tokens last, marks them as unproven, and shows no value for them', async () => {
    const rows = await wallet().finished();
    const spam = rows.filter(({ isUnproven }) => isUnproven);
    expect(spam).toHaveLength(MULTIPLE);
    for (const row of spam) expect(row).not.toHaveProperty('usdCents');
    expect(rows.slice(-MULTIPLE)).toEqual(spam);
  });

  it('revokes token, Permit2, item and operator allowances with one review, and then lists only the watched account’s allowance', async () => {
    const { allowances, asked, finished } = wallet();
    const rows = (await finished()).filter(({ canRevoke, isUnproven }) => canRevoke && !isUnproven);
    await allowances.revoke(rows.map(refOf));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.calls).toEqual(rows.map((row) => revocationOf(refOf(row))));
    const left = (await wallet().finished()).filter(({ isUnproven }) => !isUnproven);
    expect(left.map(({ account }) => account)).toEqual([watched]);
  });

  it('lists and revokes the approval of an option’s side', async () => {
    const option: Address = '0x0000000000000000000000000000000000e00071';
    const put = IMPLEMENTATIONS.find(
      ({ revision, product }) => revision === 'r12' && product === 'PUT',
    );
    const code = `363d3d373d3d3d363d73${put?.address.slice(2)}5af43d82803e903d91602b57fd5bf3`;
    await devnet.client.setCode({ address: option, bytecode: `0x${code}` });
    const call = (functionName: 'initialize' | 'approveTransfer', args: readonly unknown[]) =>
      devnet.send({
        from: owner,
        to: option,
        data: encodeFunctionData({ abi: optionAbi as Abi, functionName, args }),
      });
    const params = {
      collateralToken: usdc,
      chainlinkPriceFeed: PRICE_FEEDS[0]?.address,
      historicalTWAPConsumer: zeroAddress,
      buyer: owner,
      seller: PERSON,
      strikes: [2_500_00000000n],
      expiryTimestamp: BigInt((await devnet.now()) + 86_400),
      twapPeriod: 1800n,
      numContracts: 1_000000n,
      collateralAmount: 0n,
      rescueAddress: zeroAddress,
      factoryAddress: FACTORY_R12,
      extraOptionData: '0x',
    };
    await call('initialize', [params]);
    await call('approveTransfer', [true, PERSON, true]);
    const { finished, allowances } = wallet();
    const isSide = ({ kind }: AllowanceView) => kind === 'buyer side';
    const [row] = (await finished()).filter(isSide);
    expect(row).toMatchObject({
      account: owner,
      spender: PERSON,
      spenderKind: 'person',
      stake: '1',
      isUnproven: false,
      canRevoke: true,
    });
    expect(row?.token.address.toLowerCase()).toBe(option);
    await allowances.revoke(row === undefined ? [] : [refOf(row)]);
    expect((await wallet().finished()).filter(isSide)).toEqual([]);
  });

  it('refuses to revoke for an account without a key', async () => {
    const { allowances, finished } = wallet();
    const row = (await finished()).find(({ canRevoke }) => !canRevoke);
    if (row === undefined) throw new Error('no watched row');
    await expect(allowances.revoke([refOf(row)])).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('reports nodes that do not respond', async () => {
    const { allowances } = wallet({ urls: ['http://127.0.0.1:9'] });
    // The wallet has no allowance to read, so the search reports the node's failure.
    expect((await allowances.list(CHAIN_ID)).rows).toEqual([]);
    await allowances.idle();
    expect((await allowances.list(CHAIN_ID)).reading.problems).toMatchObject([{ reason: 'down' }]);
  });
});
