import { readFileSync } from 'node:fs';
import { type Abi, type Address, encodeFunctionData, parseEther, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBatching } from '../../../entrypoints/background/approvals/sending/batching.ts';
import { MinedAfterAll } from '../../../entrypoints/background/chain/made-again.ts';
import { planFill } from '../../../entrypoints/background/orders/plan-fill.ts';
import { createWayBack } from '../../../entrypoints/background/orders/way-back.ts';
import { moneyOf } from '../../../entrypoints/background/procedures/claims.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { tokenCallsAbi } from '../../../shared/chain/abi/token-calls.ts';
import { DELEGATOR } from '../../../shared/chain/delegation.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { LENDING_POOL, RESERVES, reserveOf, reserveWith } from '../../../shared/chain/lending.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { encodeCancel } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { type FeedEntry, parseFeed } from '../../../shared/orders/parse-feed.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import {
  contractsForBudget,
  contractsForSpend,
  floorContracts,
} from '../../../shared/orders/sizing.ts';
import type { OptionTerms } from '../../../shared/orders/terms.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import {
  type Contracts,
  contracts,
  price8,
  tokenAmount,
  unixSeconds,
} from '../../../shared/units.ts';
import { devnetPoolAbi, devnetReceiptAbi } from '../../devnet/abi.ts';
import { type Devnet, startDevnet } from '../../devnet/devnet.ts';
import { setCode } from '../../devnet/fill.ts';
import { equipMaker, REAL_ORDERS_TIME } from '../../devnet/real-orders.ts';
import { eventually } from '../../helpers/eventually.ts';
import { approvingTransactions } from '../helpers/approving-transactions.ts';
import { callDeps } from '../helpers/call-deps.ts';
import { createTaker } from '../helpers/taker.ts';

const CAPTURE = new URL('../../vectors/live-feed.json', import.meta.url);
const ACTIVE = 1n << 56n;
/** Index of the pool after three years. Interest is off, so that balances can be compared. */
const INDEX = 1_073_456_789_012_345_678_901_234_567n;
const GAS = parseEther('0.01');

/** Kinds of money. Each of them except `crumbs` is enough for a small fill. */
const HOLDINGS = {
  ether: { eth: parseEther('3') },
  dollars: { usdc: 20_000_000000n },
  wrapped: { weth: parseEther('3'), cbbtc: 50_000000n },
  receipts: { abasusdc: 20_000_000000n, abasweth: parseEther('3'), abascbbtc: 50_000000n },
  crumbs: {
    eth: parseEther('0.01'),
    usdc: 30_000000n,
    weth: parseEther('0.01'),
    abasusdc: 40_000000n,
  },
} as const;
type Holding = keyof typeof HOLDINGS;
const HOLDING_NAMES = ['ether', 'dollars', 'wrapped', 'receipts', 'crumbs'] as const;

let devnet: Devnet;
let entries: readonly FeedEntry[];
let untouched: `0x${string}`;
let started: number;

beforeAll(async () => {
  devnet = await startDevnet({ timestamp: REAL_ORDERS_TIME - 3_600 });
  entries = readCapture();
  for (const { asset } of RESERVES)
    await devnet.send({
      from: devnet.accounts.deployer.address,
      to: LENDING_POOL,
      data: encodeFunctionData({
        abi: devnetPoolAbi,
        functionName: 'setInterest',
        args: [asset.address, INDEX, 0n],
      }),
    });
  for (const entry of entries) await equipMaker(devnet, entry);
});
afterAll(() => devnet?.stop());
beforeEach(async () => {
  untouched = await devnet.client.snapshot();
  // Resets the time, so that each test has fresh quotes however long earlier tests took.
  await devnet.advanceTo(REAL_ORDERS_TIME);
  started = Date.now();
});
afterEach(() => devnet.client.revert({ id: untouched }));

function readCapture(): readonly FeedEntry[] {
  return parseFeed(JSON.parse(readFileSync(CAPTURE, 'utf8')))?.orders ?? [];
}

function taker(options: Omit<Parameters<typeof createTaker>[0], 'devnet' | 'fetch' | 'now'> = {}) {
  const account = devnet.accounts.takers[0].address;
  const wallet = createTaker({
    ...options,
    devnet,
    fetch: async () => new Response(readFileSync(CAPTURE)),
    now: () => REAL_ORDERS_TIME * 1000 + Date.now() - started,
  });
  return { account, wallet };
}

/** Returns the size: a buyer spends ten dollars or 0.01 ether, a seller sells 0.05 contracts. */
function sizeOf({ order }: FeedEntry, terms: OptionTerms, decimals: number): Contracts {
  const { price, isLong, maxCollateralUsable: left } = order;
  const one = 10n ** BigInt(decimals);
  if (isLong) return floorContracts(one / 20n, decimals);
  const bought = contractsForSpend({ spend: tokenAmount(10n * one), price, decimals });
  const most = contractsForBudget({ left, isMakerLong: isLong, price, terms, decimals });
  if (bought > most) return most;
  return bought;
}

const balanceOf = (token: Address, owner: Address) =>
  devnet.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  });

/** Returns the account's amounts of an order's asset in all forms, without ether. */
async function held(entry: FeedEntry, owner: Address) {
  const forms = reserveWith(entry.order.collateral);
  if (forms === undefined) throw new Error('The collateral has no other forms.');
  const [asset, receipt] = await Promise.all([
    balanceOf(forms.asset.address, owner),
    balanceOf(forms.receipt.address, owner),
  ]);
  return { asset, receipt, total: asset + receipt, isEther: forms.asset.symbol === 'WETH' };
}

async function give(owner: Address, holding: Holding): Promise<void> {
  await devnet.client.setBalance({ address: owner, value: GAS });
  await devnet.fund(owner, HOLDINGS[holding]);
}

/** Returns a balance of receipts without their interest. */
const scaledBalance = (receipt: Address, owner: Address) =>
  devnet.client.readContract({
    address: receipt,
    abi: devnetReceiptAbi,
    functionName: 'scaledBalanceOf',
    args: [owner],
  });

/** Returns the wei that the fill's transactions cost. */
async function gasOf(fill: FillView): Promise<bigint> {
  let cost = 0n;
  for (const hash of [fill.hash, ...fill.preparations.map((one) => one.hash)]) {
    if (hash === undefined) continue;
    const receipt = await devnet.client.getTransactionReceipt({ hash: `0x${hash.slice(2)}` });
    cost += receipt.gasUsed * receipt.effectiveGasPrice;
  }
  return cost;
}

/** Maximum units that each conversion of a receipt loses or gains by rounding. */
const ROUNDING = 6n;

/** Wei that the collateral of a small covered call earns in a minute, at 50 % a year. */
const MINUTE_OF_INTEREST = 50_000_000_000n;

const cases = Array.from({ length: 30 }, (_, at) => at).flatMap((at) =>
  HOLDING_NAMES.map((holding) => ({ at, holding })),
);

describe('every quote of a captured feed, with every kind of money', () => {
  it.each(cases)(
    'fills the quote, or reports that the balance is too low: entry $at with $holding',
    async ({ at, holding }) => {
      const entry = entries[at] ?? expect.unreachable();
      const { order } = entry;
      const { account, wallet } = taker();
      await give(account, holding);
      const { terms, collateral, asset } = describeOrder(order);
      if (terms === undefined || collateral === undefined || asset === undefined)
        return expect.unreachable();
      const count = sizeOf(entry, terms, collateral.decimals);
      const before = await held(entry, account);
      const etherBefore = await devnet.client.getBalance({ address: account });
      const fill = await wallet.fill(orderDigest(order, entry.optionBookAddress), count);
      const after = await held(entry, account);
      const ether = etherBefore - (await devnet.client.getBalance({ address: account }));
      const spentEther = ether - (await gasOf(fill));
      const quote = quoteFill({
        order,
        terms,
        contracts: contracts(BigInt(fill.contracts)),
        decimals: collateral.decimals,
        spot: price8(await devnet.price(asset)),
      });
      const has = before.total + (before.isEther ? etherBefore - GAS : 0n);
      if (has < quote.pays) {
        expect(fill).toMatchObject({ stage: 'failed', failure: { code: 'balance' } });
        expect([after, spentEther]).toEqual([before, 0n]);
        expect(wallet.asked).toEqual([]);
        return;
      }
      expect(fill).toMatchObject({ stage: 'indexed', proof: { differing: [] } });
      const { premium, fee, collateral: locked } = fill.proof ?? expect.unreachable();
      const pays = order.isLong
        ? BigInt(locked) - (BigInt(premium) - BigInt(fee))
        : BigInt(premium);
      const left = before.total - after.total + spentEther;
      expect(left - pays).toBeGreaterThanOrEqual(-ROUNDING);
      expect(left - pays).toBeLessThanOrEqual(ROUNDING);
    },
  );
});

/** Changes the pool's settings for an asset. */
const setPool = (functionName: 'setConfiguration' | 'setInterest', ...args: readonly unknown[]) =>
  devnet.send({
    from: devnet.accounts.deployer.address,
    to: LENDING_POOL,
    data: encodeFunctionData({ abi: devnetPoolAbi as Abi, functionName, args: [...args] }),
  });

const isCoveredCall = ({ order }: FeedEntry) =>
  order.isLong && order.collateral === reserveOf('WETH').receipt.address;
const isSecuredPut = ({ order }: FeedEntry) =>
  order.isLong && order.collateral === reserveOf('USDC').receipt.address;
const digestOf = ({ order, optionBookAddress }: FeedEntry) => orderDigest(order, optionBookAddress);
const SMALL_CALL = contracts(parseEther('0.05'));
const kinds = ({ preparations }: FillView) => preparations.map(({ kind }) => kind);

describe('a fill that first converts money', () => {
  it('sells a covered call with ether in five transactions, and leaves at most eight units of allowance', async () => {
    const entry = entries.find(isCoveredCall) ?? expect.unreachable();
    const { account, wallet } = taker();
    await give(account, 'ether');
    const fill = await wallet.fill(digestOf(entry), SMALL_CALL);
    expect(fill).toMatchObject({ stage: 'indexed', left: [] });
    expect(kinds(fill)).toEqual(['wrap', 'allow pool', 'supply', 'allow book']);
    // Receipts round, so the allowance was a few units too large, and the fill reports what
    // remains.
    const dust = await wallet.allowance(entry.order.collateral, entry.optionBookAddress);
    expect(dust).toBeGreaterThan(0n);
    expect(dust).toBeLessThanOrEqual(8n);
    expect(fill.dust).toEqual([{ of: 'book', amount: dust.toString() }]);
    expect(await wallet.allowance(reserveOf('WETH').asset.address, LENDING_POOL)).toBe(0n);
  });

  it.each([
    ['a covered call', 'ether', isCoveredCall],
    ['a secured put', 'dollars', isSecuredPut],
  ] as const)(
    'plans the amounts that a fill of %s moves, and a sufficient network fee',
    async (_, holding, isIt) => {
      const entry = entries.find(isIt) ?? expect.unreachable();
      const { account, wallet } = taker();
      await give(account, holding);
      const wanted = isIt === isCoveredCall ? SMALL_CALL : contracts(50_000n);
      const plan = await planFill({
        ...{ feed: wallet.feed, client: wallet.client, account, digest: digestOf(entry), wanted },
        now: () => unixSeconds(REAL_ORDERS_TIME + Math.floor((Date.now() - started) / 1000)),
        referrer: zeroAddress,
        share: (_, check) => check(),
      });
      expect(wallet.asked).toEqual([]);
      const before = await held(entry, account);
      const ether = await devnet.client.getBalance({ address: account });
      const fill = await wallet.fill(digestOf(entry), wanted);
      expect(fill.stage).toBe('indexed');
      expect(plan.preparations.map(({ kind }) => kind)).toEqual(kinds(fill));
      const after = await held(entry, account);
      const gas = await gasOf(fill);
      const spent = ether - gas - (await devnet.client.getBalance({ address: account }));
      expect(spent).toBe(-BigInt(plan.change.ether));
      expect(after.asset - before.asset).toBe(BigInt(plan.change.asset));
      const lost = BigInt(plan.change.receipt) - (after.receipt - before.receipt);
      expect(lost >= 0n && lost <= ROUNDING).toBe(true);
      expect(BigInt(plan.fee ?? 0)).toBeGreaterThan(gas);
    },
  );

  it('leaves no allowance for the pool when the receipts earn interest between the steps', async () => {
    const { asset } = reserveOf('WETH');
    await setPool('setInterest', asset.address, INDEX, 10n ** 27n / 2n);
    const entry = entries.find(isCoveredCall) ?? expect.unreachable();
    const { account, wallet } = taker({
      async onAsk() {
        await devnet.client.increaseTime({ seconds: 5 });
      },
    });
    await give(account, 'ether');
    await devnet.fund(account, { abasweth: parseEther('0.02') });
    const fill = await wallet.fill(digestOf(entry), SMALL_CALL);
    expect(fill.stage).toBe('indexed');
    expect(await wallet.allowance(asset.address, LENDING_POOL)).toBe(0n);
  });

  it.each([
    ['frozen', ACTIVE | (1n << 57n), 'poolClosed'],
    ['paused', ACTIVE | (1n << 60n), 'poolClosed'],
    ['not active', 1n << 57n, 'poolClosed'],
    ['full', ACTIVE | (1n << 116n), 'poolFull'],
  ])('doesn’t ask the user while the pool is %s', async (_, configuration, code) => {
    const entry = entries.find(isSecuredPut) ?? expect.unreachable();
    const { account, wallet } = taker();
    await give(account, 'dollars');
    await setPool('setConfiguration', reserveOf('USDC').asset.address, configuration);
    const fill = await wallet.fill(digestOf(entry), contracts(50_000n));
    expect(fill).toMatchObject({ stage: 'failed', failure: { code } });
    expect(wallet.asked).toEqual([]);
  });

  it('doesn’t ask the user while the receipts are lent out', async () => {
    const entry = entries.find(({ order }) => !order.isLong) ?? expect.unreachable();
    const { receipt } = reserveOf('USDC');
    const { account, wallet } = taker();
    await give(account, 'receipts');
    const data = encodeFunctionData({
      abi: devnetReceiptAbi,
      functionName: 'lendOut',
      args: [
        devnet.accounts.deployer.address,
        await balanceOf(reserveOf('USDC').asset.address, receipt.address),
      ],
    });
    await devnet.send({ from: devnet.accounts.deployer.address, to: receipt.address, data });
    const fill = await wallet.fill(digestOf(entry), contracts(50_000n));
    expect(fill).toMatchObject({ stage: 'failed', failure: { code: 'poolLentOut' } });
    expect(wallet.asked).toEqual([]);
  });

  it('converts enough for the highest possible fee, because the fee follows the price between the steps', async () => {
    const entry =
      entries.find((one) => isSecuredPut(one) && describeOrder(one.order).asset === 'BTC') ??
      expect.unreachable();
    const { account, wallet } = taker({
      async onAsk() {
        await devnet.setPrice('BTC', ((await devnet.price('BTC')) * 101n) / 100n);
      },
    });
    await give(account, 'dollars');
    const fill = await wallet.fill(digestOf(entry), contracts(50_000n));
    expect(fill).toMatchObject({ stage: 'indexed', proof: { differing: [] } });
    expect(kinds(fill)).toEqual(['allow pool', 'supply', 'allow book']);
  });

  it('supplies only the amount that the fill needs when the pool’s allowance is larger', async () => {
    const entry = entries.find(isSecuredPut) ?? expect.unreachable();
    const { account, wallet } = taker({
      async onAsk() {
        if (wallet.asked.length !== 1) return;
        const args = [LENDING_POOL, 15_000_000000n] as const;
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
        await devnet.send({ from: account, to: reserveOf('USDC').asset.address, data });
      },
    });
    await give(account, 'dollars');
    await wallet.fill(digestOf(entry), contracts(50_000n));
    expect(await balanceOf(reserveOf('USDC').asset.address, account)).toBeGreaterThan(
      15_000_000000n,
    );
  });

  it('converts the money back with its interest once no fill needs it', async () => {
    const { asset: weth, receipt: receipts } = reserveOf('WETH');
    await setPool('setInterest', weth.address, INDEX, 10n ** 27n / 2n);
    const entry = entries.find(isCoveredCall) ?? expect.unreachable();
    const { account, wallet } = taker({
      async onAsk(kind) {
        expect(holder()).toMatchObject({ by: 'fill' });
        if (kind === 'fill') throw new RpcError('rejected');
        await devnet.client.increaseTime({ seconds: 3 });
      },
    });
    await give(account, 'ether');
    await devnet.fund(account, { abasweth: parseEther('0.02') });
    const holder = () =>
      wallet.procedures.holderOf([{ on: moneyOf(account, 'WETH'), by: 'way back' }]);
    const before = await scaledBalance(receipts.address, account);
    const fill = await wallet.fill(digestOf(entry), SMALL_CALL);
    expect(fill).toMatchObject({ stage: 'failed', converted: { kind: 'supply' } });
    await devnet.client.increaseTime({ seconds: 86_400 });
    await devnet.client.mine({ blocks: 1 });
    expect(holder()).toBeUndefined();
    const approving = approvingTransactions(devnet, devnet.accounts.takers[0]);
    const wayBack = createWayBack({
      ...callDeps({ client: wallet.client, procedures: wallet.procedures }),
      transactions: { ask: approving.ask },
      onBack: wallet.fills.changedBack,
    });
    await wayBack.back(account, receipts.address, {
      id: fill.id,
      conversions: wallet.fills.converted(fill.id),
    });
    // Interest that was earned between wrapping and supplying isn't supplied, and remains as
    // wrapped ether.
    expect((await held(entry, account)).asset).toBeLessThanOrEqual(MINUTE_OF_INTEREST);
    // Interest that was earned until the withdrawal's block remains.
    const rest = (await scaledBalance(receipts.address, account)) - before;
    expect(rest >= -ROUNDING && rest <= MINUTE_OF_INTEREST).toBe(true);
    expect(wallet.fills.view()[0]).not.toHaveProperty('converted');
  });

  it('simulates each step alone on a node without eth_simulateV1, and reports that the fill wasn’t simulated', async () => {
    const entry = entries.find(isCoveredCall) ?? expect.unreachable();
    const tried: string[] = [];
    const saidAndTried: boolean[] = [];
    const { account, wallet } = taker({
      async nodeFetch(input, init) {
        const { id, method, params } = JSON.parse(String(init?.body));
        if (method === 'eth_call' && params[0].from === account) tried.push(params[0].data);
        if (method !== 'eth_simulateV1') return fetch(input, init);
        const error = { code: -32601, message: 'the method does not exist/is not available' };
        return Response.json({ jsonrpc: '2.0', id, error });
      },
      async onAsk() {
        const [row] = wallet.stored();
        if (row?.stage !== 'preparation asked' && row?.stage !== 'fill asked') return;
        const asked = row.stage === 'fill asked' ? row.fill : row.preparation;
        saidAndTried.push(row.isUntried === true && tried.includes(asked.data));
      },
    });
    await give(account, 'ether');
    const fill = await wallet.fill(digestOf(entry), SMALL_CALL);
    expect(fill).toMatchObject({ stage: 'indexed', isUntried: true });
    expect(saidAndTried).toEqual([true, true, true, true, true]);
  });

  it('lists the completed preparations and the remaining allowance when the user rejects the fill', async () => {
    const entry = entries.find(isSecuredPut) ?? expect.unreachable();
    const { account, wallet } = taker({
      async onAsk(kind) {
        if (kind === 'fill') throw new RpcError('rejected');
      },
    });
    await give(account, 'dollars');
    const fill = await wallet.fill(digestOf(entry), contracts(50_000n));
    expect(fill).toMatchObject({
      stage: 'failed',
      failure: { code: 'rejected' },
      left: [{ of: 'book' }],
    });
    expect(kinds(fill)).toEqual(['allow pool', 'supply', 'allow book']);
    expect(fill.preparations.every(({ hash }) => hash !== undefined)).toBe(true);
  });

  it.each([
    ['fails', 'failed', ['book', 'pool']],
    ['succeeds', 'indexed', ['pool']],
  ] as const)(
    'lists and revokes every remaining allowance when a fill %s',
    async (_, stage, left) => {
      const entry = entries.find(isCoveredCall) ?? expect.unreachable();
      const { asset } = reserveOf('WETH');
      const isRejected = () => stage === 'failed' && wallet.fills.view()[0]?.stage === 'fill asked';
      const { account, wallet } = taker({
        async onAsk() {
          if (isRejected()) throw new RpcError('rejected');
          // With these receipts, the fill supplies less than the pool's allowance.
          if (wallet.asked.length === 0)
            await devnet.fund(account, { abasweth: parseEther('0.02') });
        },
      });
      await give(account, 'wrapped');
      const fill = await wallet.fill(digestOf(entry), SMALL_CALL);
      expect(fill).toMatchObject({ stage, left: left.map((of) => ({ of })) });
      await wallet.fills.revoke(fill.id);
      await expect
        .poll(() => wallet.fills.view()[0], { interval: 5 })
        .toMatchObject({ revocation: 'done', left: [] });
      const revocations = left.map(() => ({ kind: 'approve', amount: 0n }));
      expect(wallet.asked.slice(-left.length)).toMatchObject(revocations);
      expect(await wallet.allowance(asset.address, LENDING_POOL)).toBe(0n);
      const rest = await wallet.allowance(entry.order.collateral, entry.optionBookAddress);
      expect(rest).toBeLessThanOrEqual(ROUNDING);
    },
  );

  it('doesn’t convert twice for one quote when a node omits the conversion', async () => {
    const entry = entries.find(isSecuredPut) ?? expect.unreachable();
    let shown: bigint | undefined;
    const { account, wallet } = taker({
      wait: async () => undefined,
      nodeFetch: (input, init) => {
        const block = shown === undefined ? '"latest"' : `"0x${shown.toString(16)}"`;
        const body = String(init?.body);
        const isCall = body.includes('"eth_call"');
        return fetch(input, isCall ? { ...init, body: body.replace('"latest"', block) } : init);
      },
      async onAsk() {
        // The supply is being approved. From now on, the node shows only the block before it.
        if (wallet.asked.length === 1) shown = await devnet.client.getBlockNumber();
      },
    });
    await give(account, 'dollars');
    const fill = await wallet.fill(digestOf(entry), contracts(50_000n));
    expect(fill).toMatchObject({ stage: 'failed', failure: { code: 'conversionUnseen' } });
    expect(wallet.asked.filter(({ kind }) => kind === 'supply')).toHaveLength(1);
  });

  it('converts again and completes the fill when a lost, smaller conversion was mined after all', async () => {
    const entry = entries.find(isCoveredCall) ?? expect.unreachable();
    const lost: string = `0x${'1c'.repeat(32)}`;
    const half = parseEther('0.001');
    let wasAsked = false;
    let pauses = 0;
    const { account, wallet } = taker({
      async wait() {
        pauses += 1;
      },
      async onAsk() {
        if (wasAsked) return;
        wasAsked = true;
        const data = encodeFunctionData({ abi: [tokenCallsAbi.deposit], functionName: 'deposit' });
        const to = reserveOf('WETH').asset.address;
        const hash = await devnet.send({ from: account, to, data, value: half });
        throw new MinedAfterAll(lost, hash);
      },
    });
    await give(account, 'ether');
    const { asset, collateral } = describeOrder(entry.order);
    await wallet.fills.begin({
      ...{ id: 'lost', digest: '0x1', account, at: 0, referrer: zeroAddress, side: 'sell' },
      ...{ asset: asset ?? '', product: 'INVERSE_CALL', strikes: [], expiry: 0 },
      token: { symbol: collateral?.symbol ?? '', decimals: collateral?.decimals ?? 0 },
      ...{ contracts: '1', price: '1', made: [], ahead: [], stage: 'failed' },
      ...{ failure: { code: 'superseded' } },
      stopped: { kind: 'wrap', amount: half.toString(), hash: lost },
    });
    const fill = await wallet.fill(digestOf(entry), SMALL_CALL);
    expect(fill).toMatchObject({ stage: 'indexed' });
    expect(kinds(fill)).toEqual(['wrap', 'wrap', 'allow pool', 'supply', 'allow book']);
    expect(pauses).toBe(0);
  });

  it('continues a fill after the worker died between two conversions', async () => {
    const entry = entries.find(isCoveredCall) ?? expect.unreachable();
    let isDead = true;
    const { account, wallet } = taker({
      async onAsk() {
        if (isDead && wallet.asked.length === 2) await new Promise(() => undefined);
      },
    });
    await give(account, 'ether');
    const id = await wallet.fills.start({
      digest: digestOf(entry),
      account,
      wanted: SMALL_CALL,
      referrer: zeroAddress,
    });
    await eventually(async () => {
      expect(wallet.stored()[0]).toMatchObject({ stage: 'preparation asked', made: [{}, {}] });
    });
    isDead = false;
    const next = wallet.another();
    await next.load();
    next.resume();
    const fill = await wallet.rest(id, next);
    expect(fill).toMatchObject({ stage: 'indexed' });
    expect(wallet.asked.map(({ kind }) => kind)).toEqual([
      'wrap',
      'approve',
      'supply',
      'approve',
      'fill',
    ]);
  });
});

describe('a fill of an account with the delegator’s code', () => {
  const batched = async (change: Parameters<typeof taker>[0] = {}) => {
    const found = taker({
      joined: async (account, calls) => {
        const drafts = calls.map((call) => ({ value: '0x0', ...call }));
        const batching = createBatching({
          rpcOf: () => found.wallet.client,
          canSign: () => true,
          isOffered: () => false,
          isOn: () => true,
        });
        const whole = await batching.transactionOf({ account, chainId: CHAIN_ID, calls: drafts });
        return whole === undefined
          ? undefined
          : { ...whole, to: account, data: whole.data as `0x${string}` };
      },
      ...change,
    });
    const { deployer: payer, takers } = devnet.accounts;
    await setCode(devnet, { account: takers[0], payer, delegate: DELEGATOR });
    await give(found.account, 'ether');
    return found;
  };

  it('an account with the delegator’s code fills in one transaction, which leaves no allowance', async () => {
    const entry = entries.find(isCoveredCall) ?? expect.unreachable();
    const { wallet } = await batched();
    const fill = await wallet.fill(digestOf(entry), SMALL_CALL);
    expect(fill).toMatchObject({ stage: 'indexed', preparations: [], proof: { differing: [] } });
    expect(fill.included.map(({ kind }) => kind)).toEqual([
      'wrap',
      'allow pool',
      'supply',
      'allow book',
    ]);
    expect(wallet.asked.map(({ kind }) => kind)).toEqual(['batch']);
    expect(await wallet.allowance(entry.order.collateral, entry.optionBookAddress)).toBe(0n);
    expect(await wallet.allowance(reserveOf('WETH').asset.address, LENDING_POOL)).toBe(0n);
  });

  it('an account with the delegator’s code loses only gas when the order is cancelled before the fill is mined', async () => {
    const entry = entries.find(isCoveredCall) ?? expect.unreachable();
    const { account, wallet } = await batched({
      async onAsk() {
        const data = encodeCancel(entry.order);
        await devnet.send({ from: entry.order.maker, to: entry.optionBookAddress, data });
      },
    });
    const ether = await devnet.client.getBalance({ address: account });
    const fill = await wallet.fill(digestOf(entry), SMALL_CALL);
    expect(fill).toMatchObject({
      stage: 'failed',
      failure: { code: 'cancelled' },
      left: [],
    });
    const spent = ether - (await devnet.client.getBalance({ address: account }));
    expect(spent).toBe(await gasOf(fill));
    expect(await held(entry, account)).toMatchObject({ total: 0n });
  });
});
