import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type HDAccount,
  parseEther,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createIndexerClient } from '../../../entrypoints/background/market/indexer-client.ts';
import { createPositionActions } from '../../../entrypoints/background/positions/act.ts';
import { positionCommands } from '../../../entrypoints/background/positions/commands.ts';
import {
  createRecentTrades,
  FINALITY_MS,
} from '../../../entrypoints/background/positions/recent-trades.ts';
import { createPositions } from '../../../entrypoints/background/positions/refresh.ts';
import { createAsks } from '../../../entrypoints/background/quotations/asks.ts';
import { createOneRequest } from '../../../entrypoints/background/quotations/one-request.ts';
import type { AskInput } from '../../../entrypoints/background/quotations/plan-ask.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import { parseFeed } from '../../../shared/orders/parse-feed.ts';
import type { Fetch } from '../../../shared/ports.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, epochMs, price8, tokenAmount } from '../../../shared/units.ts';
import { optionAbi } from '../../devnet/abi/full.ts';
import type { OrderInput } from '../../devnet/build-order.ts';
import { type Fill, fillOrder, sendFrom, signOrder } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC, WETH } from '../../devnet/market-fixture.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { injectFetch } from '../../helpers/inject-fetch.ts';
import { temporaryDirectory, wire } from '../../server/orders/harness.ts';
import { type RunningIndexer, startIndexer } from '../../server/positions/harness.ts';
import { approvingTransactions } from '../helpers/approving-transactions.ts';
import { callDeps } from '../helpers/call-deps.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { memoryLayouts } from '../helpers/memory-layouts.ts';
import { memoryNotes } from '../helpers/memory-notes.ts';

const ONE = 1_000_000n;
const HEIR = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const SPOT = 2_590_00000000n;

const directory = temporaryDirectory();
let market: Market;
let indexer: RunningIndexer;
/** Milliseconds by which the clocks of the wallet and of the indexer are ahead. */
let ahead = 0;

beforeAll(async () => {
  market = await startMarket();
  indexer = await startIndexer(
    { engine: 'sqlite', file: `${directory.path}/life.db` },
    {
      chain: { rpcUrls: [market.devnet.rpcUrl], startBlock: 0, pollMs: 60_000 },
      clock: { now: () => epochMs(Date.now() + ahead) },
    },
  );
  await indexer.synced();
});

afterAll(async () => {
  await indexer?.stop();
  await market?.stop();
  directory.remove();
});

/**
 * Makes the indexer read the chain. The indexer accepts an update at most once in ten seconds, so
 * its clock is advanced.
 */
async function index(): Promise<void> {
  ahead += 10_000;
  const { app } = indexer;
  const client = createIndexerClient({
    fetch: injectFetch(app),
    url: () => 'https://i.example/indexer',
    layouts: memoryLayouts(),
  });
  expect(await client.update()).toBe('success');
}

/** The part of a wallet with one account that handles positions. */
function walletOf(
  account: HDAccount,
  options: { fetch?: Fetch; feed?: unknown; areas?: ReturnType<typeof memoryAreas> } = {},
) {
  const clock = { now: () => epochMs(Date.now() + ahead) };
  const rpc = createRpc({ fetch: globalThis.fetch, urls: () => [market.devnet.rpcUrl] });
  const transactions = approvingTransactions(market.devnet, account);
  const trades = createRecentTrades({
    stored: stored(options.areas ?? memoryAreas(), STORED_KEYS.recentTrades),
    rpc,
    clock,
  });
  const positions = createPositions({
    indexer: createIndexerClient({
      fetch: options.fetch ?? injectFetch(indexer.app),
      url: () => 'https://i.example/indexer',
      layouts: memoryLayouts(),
    }),
    client: rpc,
    trades,
    clock,
    ...memoryNotes(),
    wait: () => Promise.resolve(),
    account: () => account.address,
    canSign: () => true,
    spots: {
      of: () => ({ price: price8(SPOT), source: 'chain' }),
      refresh: async () => undefined,
    },
    quotes: () => parseFeed(options.feed)?.orders ?? [],
    budgetOf: ({ order }) => order.maxCollateralUsable,
    offerOf: () => undefined,
    checkQuotes: async () => undefined,
    onRead: () => undefined,
  });
  const actions = createPositionActions({ transactions, random: createFakeRandom('positions') });
  const sentCalls = () => [];
  const deps = callDeps<AskInput>({ client: rpc });
  const unused = {
    optionOf: () => expect.unreachable(),
    allowanceFor: () => expect.unreachable(),
    callOf: () => expect.unreachable(),
  };
  const handlers = positionCommands({
    positions,
    positionActions: actions,
    asks: createAsks({
      ...deps,
      oneRequest: createOneRequest({ ...deps, sentCalls, accounts: () => [account] }),
      ...{ transactions, sentCalls },
      // Only split requests are used in this file.
      ...{ closing: unused, opening: unused, answerCall: () => expect.unreachable() },
    }),
    account: () => account.address,
    tokens: () => TOKENS,
    wallets: { accounts: () => [account] },
    client: rpc,
    spots: { spotOf: () => price8(SPOT) },
  });
  return {
    handlers,
    positions,
    load: trades.load,
    asked: transactions.asked,
    row: async (option: Address, side: PositionRow['side']) =>
      (await positions.list()).rows.find(({ key }) => key === `${option.toLowerCase()}:${side}`),
  };
}

async function open(change: Partial<OrderInput> = {}, size = ONE): Promise<Fill> {
  await market.devnet.setPrice('ETH', SPOT);
  return fillOrder(market.devnet, {
    signed: await market.quote({ budget: parseEther('1000'), ...change }),
    taker: market.taker,
    numContracts: contracts(size),
  });
}

/** Sets the clocks of the chain and of the wallet to the same time. */
async function passTo(seconds: number): Promise<void> {
  await market.devnet.advanceTo(seconds);
  ahead = seconds * 1000 - Date.now() + 1000;
}

/** An indexer that answers from its rows, without reading the chain. */
const behind: Fetch = (url, init) =>
  url.endsWith('/update') ? refusing(url) : injectFetch(indexer.app)(url, init);
const refusing: Fetch = async () => new Response('', { status: 500 });
const rowOf = (found: PositionRow | undefined): PositionRow => {
  if (found === undefined) throw new Error('The wallet does not show the position.');
  return found;
};

const PRODUCTS: readonly [string, Partial<OrderInput>, size: bigint, settlesAt: bigint][] = [
  ['a put in the money', {}, ONE, 2_411_12345678n],
  ['a put out of the money', {}, ONE, 2_600_00000000n],
  [
    'a call spread',
    { product: 'CALL_SPREAD', strikes: [2_600_00000000n, 2_800_00000000n], price: 45_00000000n },
    1_234_567n,
    2_733_33333333n,
  ],
  [
    'an inverse call, paid in the underlying',
    { product: 'INVERSE_CALL', strikes: [2_500_00000000n], price: 3_000_000n },
    parseEther('0.75'),
    2_777_77777777n,
  ],
  [
    'an iron condor',
    {
      product: 'IRON_CONDOR',
      strikes: [2_300_00000000n, 2_400_00000000n, 2_700_00000000n, 2_800_00000000n],
      price: 30_00000000n,
    },
    ONE,
    2_755_00000000n,
  ],
  ['a put that the taker sold', { isLong: true, price: 55_00000000n }, ONE, 2_450_00000000n],
];

describe('a position from its fill to its settlement', () => {
  it.each(PRODUCTS)(
    'reports each side’s profit as exactly the change in that side’s balance: %s',
    async (_, change, size, price) => {
      const { devnet, taker, maker, balance } = market;
      const token = change.product === 'INVERSE_CALL' ? WETH.address : USDC.address;
      const held = () =>
        Promise.all([balance(taker.address, token), balance(maker.address, token)]);
      const before = await held();
      const fill = await open({ ...change, expiry: (await devnet.now()) + 3_600 }, size);
      await index();
      const sides = change.isLong ? (['seller', 'buyer'] as const) : (['buyer', 'seller'] as const);
      const wallets = [walletOf(taker), walletOf(maker)] as const;
      const look = () =>
        Promise.all(
          wallets.map(async (wallet, i) =>
            rowOf(await wallet.row(fill.optionAddress, sides[i] ?? 'buyer')),
          ),
        );

      for (const row of await look()) {
        expect(row).toMatchObject({ state: 'open', verification: 'verified', isFresh: false });
        expect(row.actions[0]).toEqual({ action: 'payout', blocked: 'notDue' });
      }
      await passTo(Number(fill.expiry));
      for (const row of await look()) expect(row.state).toBe('awaitingSettlement');
      await devnet.setPrice('ETH', price);
      await wallets[0].handlers['positions.act']({ option: fill.optionAddress, action: 'payout' });
      await index();
      const after = await held();
      const rows = await look();
      rows.forEach((row, i) => {
        const gained = (after[i] ?? 0n) - (before[i] ?? 0n);
        expect(row).toMatchObject({
          state: 'settled',
          settlementPrice: price,
          isMoneyProven: true,
          actions: [],
        });
        expect(row.worth?.profit).toBe(gained);
        const unit = token === WETH.address ? price : 10n ** 8n;
        const usd = gained * unit;
        const scale = 10n ** BigInt(row.token.decimals);
        expect(row.worth?.profitUsd).toBe(
          usd >= 0n || usd % scale === 0n ? usd / scale : usd / scale - 1n,
        );
      });
    },
  );
});

describe('positions that a wallet knows from its own receipts', () => {
  it('keeps a position after the worker’s death, but removes the position when a reorg removes its fill', async () => {
    const { devnet, taker } = market;
    const areas = memoryAreas();
    const fill = await open();
    await walletOf(taker, { fetch: refusing, areas }).positions.onConfirmed(
      fill.receipt.transactionHash,
    );
    const wallet = walletOf(taker, { fetch: refusing, areas });
    await wallet.load();
    const made = { isFresh: true, state: 'open', verification: 'verified' };
    expect(await wallet.row(fill.optionAddress, 'buyer')).toMatchObject(made);
    await devnet.reorg(1);
    expect(await wallet.row(fill.optionAddress, 'buyer')).toBeUndefined();
  });

  it('keeps a trade that the indexer doesn’t list, even after a restart, until a week after its settlement', async () => {
    const areas = memoryAreas();
    const omits = { fetch: async () => Response.json([]), areas };
    const fill = await open({ expiry: (await market.devnet.now()) + 3 * 3_600 });
    await walletOf(market.taker, omits).positions.onConfirmed(fill.receipt.transactionHash);
    ahead += FINALITY_MS + 60_000;
    const wallet = walletOf(market.taker, omits);
    await wallet.load();
    const made = { isFresh: true, state: 'open', verification: 'verified', isMoneyProven: true };
    expect(await wallet.row(fill.optionAddress, 'buyer')).toMatchObject(made);
    await passTo(Number(fill.expiry));
    const holder = market.taker.address;
    const data = encodeFunctionData({ abi: optionAbi, functionName: 'payout' });
    await market.devnet.impersonate(holder);
    await market.devnet.send({ from: holder, to: fill.optionAddress, data });
    expect(await wallet.row(fill.optionAddress, 'buyer')).toMatchObject({ state: 'settled' });
    ahead += 7 * 86_400_000;
    // The list during which the position is dropped still contains it. The next list doesn't.
    await wallet.positions.list();
    expect(await wallet.row(fill.optionAddress, 'buyer')).toBeUndefined();
    ahead -= 7 * 86_400_000;
  });

  it('lists a position as settled by its receipt before the indexer has read the settlement', async () => {
    const fill = await open({ expiry: (await market.devnet.now()) + 60 });
    await index();
    const wallet = walletOf(market.taker, { fetch: behind });
    await passTo(Number(fill.expiry));
    await wallet.positions.list();
    const act = wallet.handlers['positions.act'];
    const { hash } = await act({ option: fill.optionAddress, action: 'payout' });
    await wallet.positions.onConfirmed(hash);
    expect(await wallet.row(fill.optionAddress, 'buyer')).toMatchObject({
      state: 'settled',
      isFresh: true,
      verification: 'verified',
    });
    await index();
    expect(await wallet.row(fill.optionAddress, 'buyer')).toMatchObject({ isFresh: false });
  });

  it('keeps a settlement that the indexer lacks, even after the wallet lists another account', async () => {
    const fill = await open({ expiry: (await market.devnet.now()) + 60 });
    await index();
    const wallet = walletOf(market.taker, { fetch: behind });
    await passTo(Number(fill.expiry));
    await wallet.positions.list();
    const act = wallet.handlers['positions.act'];
    const { hash } = await act({ option: fill.optionAddress, action: 'payout' });
    await wallet.positions.onConfirmed(hash);
    for (let i = 0; i < 2; i++) {
      ahead += 10_000;
      expect((await wallet.positions.list(HEIR)).rows).toEqual([]);
      expect(await wallet.row(fill.optionAddress, 'buyer')).toMatchObject({ state: 'settled' });
    }
  });

  it('reports a disagreement when the indexer’s price and payout match each other but contradict the receipt', async () => {
    const { devnet, taker } = market;
    const fill = await open({ expiry: (await devnet.now()) + 60 });
    await index();
    await passTo(Number(fill.expiry));
    await devnet.setPrice('ETH', 2_450_00000000n);
    const wallet = walletOf(taker);
    await wallet.positions.list();
    await wallet.handlers['positions.act']({ option: fill.optionAddress, action: 'payout' });
    await index();
    const told = async (change: (text: string) => string) => {
      const fetch: Fetch = async (url, init) =>
        new Response(change(await (await injectFetch(indexer.app)(url, init)).text()));
      return rowOf(await walletOf(taker, { fetch }).row(fill.optionAddress, 'buyer'));
    };
    expect(await told((text) => text)).toMatchObject({ verification: 'verified' });
    const lied = await told((text) =>
      text
        .replaceAll('"settlementPrice":"245000000000"', '"settlementPrice":"240000000000"')
        .replaceAll('"payoutBuyer":"50000000"', '"payoutBuyer":"100000000"'),
    );
    expect(lied).toMatchObject({ verification: 'disagrees', disagreements: ['payout'] });
  });

  it('reports a settlement that failed because no price existed, and offers the payout again', async () => {
    const fill = await open({ expiry: (await market.devnet.now()) + 60 });
    await index();
    const wallet = walletOf(market.taker);
    await passTo(Number(fill.expiry));
    await market.devnet.setPrice('ETH', 0n);
    await wallet.positions.list();
    const act = wallet.handlers['positions.act'];
    const { hash } = await act({ option: fill.optionAddress, action: 'payout' });
    await wallet.positions.onConfirmed(hash);
    const row = await wallet.row(fill.optionAddress, 'buyer');
    expect(row).toMatchObject({ state: 'awaitingSettlement', hasFailedSettlement: true });
    expect(row?.actions[0]).toEqual({ action: 'payout' });
  });
});

describe('a holder’s actions', () => {
  it('lists a transferred side as closed, and refuses to transfer that side again', async () => {
    const fill = await open();
    await index();
    const wallet = walletOf(market.taker);
    await wallet.positions.list();
    const give = wallet.handlers['positions.transfer'];
    const option = fill.optionAddress;
    const { hash } = await give({ option, isBuyer: true, to: HEIR });
    await wallet.positions.onConfirmed(hash);
    expect(await wallet.row(option, 'buyer')).toMatchObject({ state: 'closed', actions: [] });
    await expect(give({ option, isBuyer: true, to: HEIR })).rejects.toMatchObject({
      code: 'notPossible',
    });
  });

  it.each<[PositionRow['side'], cost: bigint, profit: (value: bigint) => bigint]>([
    ['buyer', 30_000_000n, (value) => value - 30_000_000n],
    ['seller', 25_000_000n, (value) => 25_000_000n + value],
  ])(
    'marks a %s’s transferred side as closed for the giver and as received for the receiver',
    async (side, cost, profit) => {
      const { taker, maker } = market;
      const [giver, receiver] = side === 'buyer' ? [taker, maker] : [maker, taker];
      const fill = await open();
      await index();
      const option = fill.optionAddress;
      const giving = walletOf(giver);
      const before = rowOf(await giving.row(option, side));
      expect(before.isReceived).toBe(false);
      const give = giving.handlers['positions.transfer'];
      const isBuyer = side === 'buyer';
      const { hash } = await give({ option, isBuyer, to: receiver.address });
      await giving.positions.onConfirmed(hash);
      await index();

      const given = rowOf(await giving.row(option, side));
      expect(given).toMatchObject({
        state: 'closed',
        premium: before.premium,
        givenTo: receiver.address.toLowerCase(),
        verification: 'verified',
        isReceived: false,
        actions: [],
      });
      expect(given).not.toHaveProperty('worth');

      const receiving = walletOf(receiver);
      const received = rowOf(await receiving.row(option, side));
      expect(received).toMatchObject({ state: 'open', verification: 'verified', isReceived: true });
      expect(received.worth?.value).toBeDefined();
      expect(received.worth).not.toHaveProperty('profit');
      expect(received.worth).not.toHaveProperty('profitUsd');
      expect(received).not.toHaveProperty('picture');
      // The account also has the option's other side, which it traded itself.
      const other = side === 'buyer' ? 'seller' : 'buyer';
      expect(await receiving.row(option, other)).toMatchObject({ isReceived: false });

      const setCost = receiving.handlers['positions.setCost'];
      await setCost({ option, side, units: tokenAmount(cost) });
      const entered = rowOf(await receiving.row(option, side));
      const value = entered.worth?.value ?? expect.unreachable();
      expect(entered).toMatchObject({ enteredCost: cost });
      expect(entered.worth?.profit).toBe(profit(value));
      await setCost({ option, side });
      expect((await receiving.row(option, side))?.worth).not.toHaveProperty('profit');
    },
  );

  it('refuses a manually entered cost for a position that the account traded itself', async () => {
    const { optionAddress: option } = await open();
    await index();
    const wallet = walletOf(market.taker);
    await wallet.positions.list();
    await expect(
      wallet.handlers['positions.setCost']({ option, side: 'buyer', units: tokenAmount(1n) }),
    ).rejects.toMatchObject({ code: 'notPossible' });
  });

  it.each<[string, (option: Address) => string]>([
    ['the option itself', (option) => option],
    ['a token', () => USDC.address],
    ['the sender', () => market.taker.address],
  ])('never transfers a side to %s', async (_, receiver) => {
    const { optionAddress: option } = await open();
    await index();
    const wallet = walletOf(market.taker);
    await wallet.positions.list();
    await expect(
      wallet.handlers['positions.transfer']({ option, isBuyer: true, to: receiver(option) }),
    ).rejects.toMatchObject({ code: 'refusedReceiver' });
    expect(wallet.asked).toEqual([]);
  });

  it('lets only the holder of both sides close an option, and pays the collateral to that holder', async () => {
    const { taker, maker, balance } = market;
    const { optionAddress: option, collateral } = await open();
    await index();
    const [buying, selling] = [walletOf(taker), walletOf(maker)];
    const closing = async () =>
      (await buying.row(option, 'buyer'))?.actions.find(({ action }) => action === 'close');
    expect(await closing()).toBeUndefined();
    const close = buying.handlers['positions.act'];
    await expect(close({ option, action: 'close' })).rejects.toMatchObject({
      code: 'notPossible',
    });
    await selling.positions.list();
    await selling.handlers['positions.transfer']({ option, isBuyer: false, to: taker.address });
    await index();
    expect(await closing()).toEqual({ action: 'close' });
    const before = await balance(taker.address);
    await close({ option, action: 'close' });
    expect((await balance(taker.address)) - before).toBe(collateral);
    await index();
    expect(await buying.row(option, 'buyer')).toMatchObject({ state: 'closed', actions: [] });
  });

  it.each(['buyer', 'seller'] as const)(
    'splits an option for its %s into two verified options, and reports the contract’s split fee',
    async (side) => {
      const { taker, maker } = market;
      const { optionAddress: option, collateral } = await open();
      await index();
      const account = side === 'buyer' ? taker : maker;
      const wallet = walletOf(account);
      await wallet.positions.list();
      const costs = await wallet.handlers['positions.costs']({
        account: account.address,
        option,
        side,
      });
      expect(costs).toMatchObject({ splitFee: 100_000_000_000_000n, etherPrice: SPOT });
      const split = wallet.handlers['positions.split'];
      for (const part of [0n, collateral, collateral + 1n])
        await expect(split({ option, side, collateral: tokenAmount(part) })).rejects.toMatchObject({
          code: 'notPossible',
        });
      const { hash } = await split({ option, side, collateral: tokenAmount(collateral / 4n) });
      expect(wallet.asked).toMatchObject([{ kind: 'split', collateral: collateral / 4n }]);
      await wallet.positions.onConfirmed(hash);
      const check = async () => {
        const { rows } = await wallet.positions.list();
        const own = rows.filter(
          (row) => row.entry.txHash === hash || row.address === option.toLowerCase(),
        );
        expect(own.map(({ contracts: count }) => count).sort()).toEqual([250_000n, 750_000n]);
        for (const row of own)
          expect(row).toMatchObject({ state: 'open', verification: 'verified' });
      };
      await check();
      await index();
      await check();
    },
  );

  it('estimates the network cost of each possible action, but refuses an account that the wallet doesn’t own', async () => {
    const { optionAddress: option } = await open();
    await index();
    const { taker } = market;
    const wallet = walletOf(taker);
    await wallet.positions.list();
    const costsOf = wallet.handlers['positions.costs'];
    const { network } = await costsOf({ account: taker.address, option, side: 'buyer' });
    expect(network.map(({ action }) => action)).toEqual(['transfer', 'split']);
    for (const { wei } of network) expect(BigInt(wei)).toBeGreaterThan(0n);
    await expect(costsOf({ account: HEIR, option, side: 'buyer' })).rejects.toMatchObject({
      code: 'notPossible',
    });
    await expect(wallet.handlers['positions.list']({ account: HEIR })).rejects.toMatchObject({
      code: 'notPossible',
    });
  });

  it('returns the exact excess above the collateral to the seller', async () => {
    const { devnet, taker, maker, balance } = market;
    const { optionAddress: option } = await open();
    await index();
    const selling = walletOf(maker);
    const excess = async () =>
      (await selling.row(option, 'seller'))?.actions.find(
        ({ action }) => action === 'returnExcess',
      );
    expect(await excess()).toEqual({ action: 'returnExcess', blocked: 'noExcess' });
    expect((await walletOf(taker).row(option, 'buyer'))?.actions).toHaveLength(4);
    await devnet.fund(option, { usdc: 7n });
    expect(await excess()).toEqual({ action: 'returnExcess' });
    expect((await selling.row(option, 'seller'))?.excess).toBe(7n);
    const before = await balance(maker.address);
    await selling.handlers['positions.act']({ option, action: 'returnExcess' });
    expect((await balance(maker.address)) - before).toBe(7n);
  });
});

describe('a physical option', () => {
  const SIZE = parseEther('0.5');
  const DELIVERY = 1_300_000000n;

  async function openPhysical(change: Partial<OrderInput> = {}, size = SIZE) {
    const fill = await open(
      {
        product: 'PHYSICAL_CALL',
        strikes: [2_600_00000000n],
        price: 1_000_000n,
        expiry: (await market.devnet.now()) + 3_600,
        ...change,
      },
      size,
    );
    await index();
    return fill;
  }
  const actionsOf = (row: PositionRow | undefined) =>
    Object.fromEntries(
      (row?.actions ?? []).map(({ action, blocked }) => [action, blocked ?? 'possible']),
    );

  it.each<
    [string, Partial<OrderInput>, size: bigint, delivery: bigint, pays: Address, gets: Address]
  >([
    ['call', {}, SIZE, DELIVERY, USDC.address, WETH.address],
    [
      'put',
      { product: 'PHYSICAL_PUT', price: 60_00000000n },
      500_000n,
      parseEther('0.5'),
      WETH.address,
      USDC.address,
    ],
  ])(
    'lets the buyer of a %s exercise by delivering exactly the required amount, and verifies the exercise',
    async (_, change, size, delivery, pays, gets) => {
      const { devnet, taker, maker, balance } = market;
      const fill = await openPhysical(change, size);
      const option = fill.optionAddress;
      const wallet = walletOf(taker);
      const before = rowOf(await wallet.row(option, 'buyer'));
      expect(before.delivery).toMatchObject({
        amount: delivery,
        until: Number(fill.expiry) + 3_600,
        isDone: false,
      });
      expect(actionsOf(before)).toMatchObject({
        allowDelivery: 'notDue',
        exercise: 'notDue',
        decline: 'notDue',
        payout: 'notDue',
      });
      expect(
        wallet.positions.deliveryTo(taker.address, { option, token: pays, amount: delivery }),
      ).toBeUndefined();
      expect(actionsOf(await walletOf(maker).row(option, 'seller'))).not.toHaveProperty('exercise');

      await passTo(Number(fill.expiry));
      expect(actionsOf(await wallet.row(option, 'buyer'))).toMatchObject({
        allowDelivery: 'possible',
        exercise: 'allowFirst',
        decline: 'possible',
        payout: 'windowOpen',
      });
      const wanted = { option, token: pays, amount: delivery };
      const found = (account: Address) => wallet.positions.deliveryTo(account, wanted)?.address;
      expect(found(taker.address)).toBe(option.toLowerCase());
      // The requesting account doesn't own the option.
      expect(found(maker.address)).toBeUndefined();
      const act = wallet.handlers['positions.act'];
      await act({ option, action: 'allowDelivery' });
      const allowed = await devnet.client.readContract({
        address: pays,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [taker.address, option],
      });
      expect(allowed).toBe(delivery);
      expect(actionsOf(await wallet.row(option, 'buyer'))).toMatchObject({
        allowDelivery: 'alreadyAllowed',
        exercise: 'possible',
      });
      const held = () => Promise.all([balance(maker.address, pays), balance(taker.address, gets)]);
      const [paidBefore, gotBefore] = await held();
      const { hash } = await act({ option, action: 'exercise' });
      const [paidAfter, gotAfter] = await held();
      expect(paidAfter - paidBefore).toBe(delivery);
      expect(gotAfter - gotBefore).toBe(fill.collateral);

      const done = {
        state: 'settled',
        verification: 'verified',
        isMoneyProven: true,
        delivery: { amount: delivery, isDone: true },
        actions: [],
      };
      await index();
      expect(await wallet.row(option, 'buyer')).toMatchObject(done);
      expect(await walletOf(maker).row(option, 'seller')).toMatchObject(done);
      // While the indexer lags, the wallet learns the end from the receipt of its transaction.
      const own = walletOf(taker, { fetch: behind });
      await own.positions.onConfirmed(hash);
      expect(await own.row(option, 'buyer')).toMatchObject({
        state: 'settled',
        delivery: done.delivery,
      });
    },
  );

  it('lists a declined option for both sides as settled and not exercised', async () => {
    const { taker, maker } = market;
    const { optionAddress: option, expiry } = await openPhysical();
    await passTo(Number(expiry));
    const wallet = walletOf(taker);
    await wallet.positions.list();
    await wallet.handlers['positions.act']({ option, action: 'decline' });
    await index();
    for (const row of [
      await wallet.row(option, 'buyer'),
      await walletOf(maker).row(option, 'seller'),
    ])
      expect(row).toMatchObject({
        state: 'settled',
        verification: 'verified',
        notExercised: 'declined',
      });
  });

  it('doesn’t let the buyer exercise after the exercise window, but lets the seller settle', async () => {
    const { taker, maker } = market;
    const { optionAddress: option, expiry } = await openPhysical();
    await passTo(Number(expiry) + 3_601);
    const buying = walletOf(taker);
    expect(actionsOf(await buying.row(option, 'buyer'))).toMatchObject({
      exercise: 'windowEnded',
      payout: 'possible',
    });
    const missed = { option, token: USDC.address, amount: DELIVERY };
    expect(buying.positions.deliveryTo(taker.address, missed)).toBeUndefined();
    const selling = walletOf(maker);
    await selling.positions.list();
    await selling.handlers['positions.act']({ option, action: 'payout' });
    await index();
    expect(await selling.row(option, 'seller')).toMatchObject({ notExercised: 'windowPassed' });
  });

  it('doesn’t let the buyer exercise when the option demands the delivery of an unexpected token', async () => {
    const { devnet, taker, maker } = market;
    const { order } = await market.quote({
      product: 'PHYSICAL_PUT',
      price: 60_00000000n,
      budget: parseEther('1000'),
      expiry: (await devnet.now()) + 3_600,
    });
    const extraOptionData = encodeAbiParameters([{ type: 'address' }], [USDC.address]);
    const { optionAddress, expiry } = await fillOrder(devnet, {
      signed: await signOrder(maker, { ...order, extraOptionData }),
      taker,
      numContracts: contracts(500_000n),
    });
    await index();
    const wallet = walletOf(taker);
    const look = async () => {
      const row = rowOf(await wallet.row(optionAddress, 'buyer'));
      expect(actionsOf(row)).toMatchObject({
        allowDelivery: 'otherDelivery',
        exercise: 'otherDelivery',
      });
      // The checks also fail for a site's request for this allowance.
      const amount = BigInt(row.delivery?.amount ?? 0);
      const wanted = { option: optionAddress, token: USDC.address, amount };
      expect(wallet.positions.deliveryTo(taker.address, wanted)).toBeUndefined();
    };
    await look();
    await passTo(Number(expiry));
    await look();
  });

  it('doesn’t let the buyer exercise while the buyer lacks the tokens to deliver', async () => {
    const { devnet, taker, balance } = market;
    const { optionAddress: option, expiry } = await openPhysical();
    await passTo(Number(expiry));
    const held = await balance(taker.address);
    const away = [HEIR, held - DELIVERY + 1n] as const;
    await sendFrom(devnet, taker, {
      to: USDC.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: away }),
    });
    const wallet = walletOf(taker);
    const row = await wallet.row(option, 'buyer');
    await devnet.fund(taker.address, { usdc: held });
    expect(actionsOf(row)).toMatchObject({
      allowDelivery: 'shortOfDelivery',
      exercise: 'shortOfDelivery',
    });
    await expect(
      wallet.handlers['positions.act']({ option, action: 'allowDelivery' }),
    ).rejects.toMatchObject({ code: 'notPossible' });
  });
});

describe('a model value', () => {
  it('values a position with the volatility of the live quote that has the same expiry and the nearest strike', async () => {
    const expiry = (await market.devnet.now()) + 86_400;
    const fill = await open({ expiry });
    await index();
    const quoted = async (strike: bigint, price: bigint) =>
      wire(await market.quote({ expiry, strikes: [strike], price }));
    const orders = [
      await quoted(2_450_00000000n, 12_00000000n),
      await quoted(2_000_00000000n, 90_00000000n),
    ];
    const feed = { data: { orders, market_data: { ETH: 2590 } } };
    const row = await walletOf(market.taker, { feed }).row(fill.optionAddress, 'buyer');
    const model = Number(row?.model?.value) / 1e6;
    // The value is above the 12 dollars of the 2,450 put and far below the absurd 90 dollars of the
    // 2,000 put.
    expect(model).toBeGreaterThan(12);
    expect(model).toBeLessThan(60);
    expect(row?.worth?.value).toBe(0n);
    const unknown = await walletOf(market.taker).row(fill.optionAddress, 'buyer');
    expect(unknown?.model).toBeUndefined();
  });
});
