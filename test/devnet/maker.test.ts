import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductName } from '../../shared/chain/implementations.ts';
import { describeOrder } from '../../shared/orders/describe.ts';
import { type FeedEntry, parseFeed } from '../../shared/orders/parse-feed.ts';
import { requiredCollateral } from '../../shared/orders/payoff.ts';
import { floorContracts } from '../../shared/orders/sizing.ts';
import { verifyOrder } from '../../shared/orders/verify.ts';
import { unixSeconds } from '../../shared/units.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import { approve, fillOrder } from './fill.ts';
import { type Maker, QUOTE_SECONDS, startMaker } from './maker.ts';
import { quotedExpiries, quoteSheet } from './quotes.ts';

const CASH_PRODUCTS: readonly ProductName[] = [
  'PUT',
  'INVERSE_CALL',
  'LINEAR_CALL',
  'CALL_SPREAD',
  'PUT_SPREAD',
  'INVERSE_CALL_SPREAD',
  'CALL_FLY',
  'PUT_FLY',
  'CALL_CONDOR',
  'PUT_CONDOR',
  'IRON_CONDOR',
  'RANGER',
];
const START = 1_800_000_000;

/** Receives posts as an orders service does, and keeps the last round. */
async function startCollector(status = 200) {
  let posted: unknown;
  const withdrawn: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST') posted = JSON.parse(Buffer.concat(chunks).toString());
      else withdrawn.push(request.url ?? '');
      response.writeHead(status).end('{}');
    });
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/orders`);
    });
  });
  return {
    url,
    withdrawn,
    entries: (): readonly FeedEntry[] => {
      const feed = parseFeed({ orders: posted });
      expect(feed?.problems).toEqual([]);
      return feed?.orders ?? [];
    },
    stop: () => server.close(),
  };
}

describe('the demo maker', () => {
  let devnet: Devnet;
  let maker: Maker;
  let collector: Awaited<ReturnType<typeof startCollector>>;

  beforeAll(async () => {
    collector = await startCollector();
    devnet = await startDevnet({ timestamp: START });
    maker = await startMaker({
      devnet,
      ordersUrl: collector.url,
      seed: 7,
      quoteEvery: 0,
      walkEvery: 0,
    });
  });
  afterAll(async () => {
    await maker?.stop();
    await devnet?.stop();
    collector?.stop();
  });

  test('quotes every cash product for ether and bitcoin, and adds greeks only to options with one strike', () => {
    const entries = collector.entries();
    expect(entries.length).toBeGreaterThanOrEqual(40);
    expect(entries.length).toBeLessThanOrEqual(90);
    const described = entries.map(({ order }) => describeOrder(order));
    for (const asset of ['ETH', 'BTC'])
      for (const name of CASH_PRODUCTS)
        expect(
          described.some((one) => one.asset === asset && one.product?.name === name),
          `${asset} ${name}`,
        ).toBe(true);
    for (const { order, greeks, ticker } of entries) {
      expect(greeks !== undefined, ticker).toBe(order.strikes.length === 1);
      expect(ticker).toMatch(/^(ETH|BTC)-\d{1,2}[A-Z]{3}\d\d-[\d-]+-[A-Z]+$/);
    }
  });

  test('quotes a lower volatility for an expiry’s highest strike than for the expiry’s lowest strike', () => {
    const curves = new Map<string, { strike: bigint; iv: number }[]>();
    for (const { order, greeks } of collector.entries()) {
      const [strike] = order.strikes;
      if (greeks === undefined || strike === undefined || order.isLong) continue;
      const key = `${order.priceFeed} ${order.expiry}`;
      curves.set(key, [...(curves.get(key) ?? []), { strike, iv: greeks.iv }]);
    }
    expect(curves.size).toBe(6);
    for (const curve of curves.values()) {
      const byStrike = curve.toSorted((a, b) => Number(a.strike - b.strike));
      const [lowest, highest] = [byStrike[0], byStrike.at(-1)];
      expect(lowest?.iv).toBeGreaterThan(highest?.iv ?? Number.NaN);
    }
  });

  test('signs valid quotes that live for two minutes', async () => {
    const now = unixSeconds(await devnet.now());
    for (const entry of collector.entries()) {
      const { checks } = verifyOrder(entry, { now });
      expect(checks.filter(({ status }) => status !== 'passed')).toEqual([]);
      expect(entry.order.orderExpiryTimestamp - now).toBeGreaterThan(100);
      expect(entry.order.orderExpiryTimestamp - now).toBeLessThanOrEqual(125);
    }
  });

  test('lets a taker fill one quote of every product and side', async () => {
    const taker = devnet.accounts.takers[0];
    await maker.quoteNow();
    const filled = new Set<string>();
    for (const signed of collector.entries()) {
      const { product, collateral, takerSide, terms } = describeOrder(signed.order);
      const kind = `${product?.name} ${takerSide}`;
      if (filled.has(kind) || collateral === undefined || terms === undefined) continue;
      filled.add(kind);
      const { decimals, symbol } = collateral;
      const numContracts = floorContracts(10n ** BigInt(decimals) / 50n, decimals);
      const amount =
        takerSide === 'buy'
          ? signed.order.price * numContracts
          : requiredCollateral({ terms, contracts: numContracts });
      await devnet.fund(taker.address, { [symbol.toLowerCase()]: amount });
      await approve(devnet, taker, { token: collateral.address, amount });
      const fill = await fillOrder(devnet, { signed, taker, numContracts });
      expect(fill.collateral, kind).toBe(requiredCollateral({ terms, contracts: numContracts }));
    }
    expect([...filled].sort()).toEqual(
      [
        ...CASH_PRODUCTS.map((name) => `${name} buy`),
        'PHYSICAL_CALL sell',
        'PHYSICAL_PUT sell',
        'PUT sell',
      ].sort(),
    );
  });

  test('lets a taker fill a quote until it expires, even after the maker published newer quotes', async () => {
    collector.withdrawn.length = 0;
    const quotes = await maker.quoteNow();
    const signed = quotes.find(({ order }) => describeOrder(order).product?.name === 'PUT');
    if (signed === undefined) throw new Error('no put is quoted');
    const signedAt = await devnet.now();
    expect(Number(signed.order.orderExpiryTimestamp)).toBeGreaterThanOrEqual(
      signedAt + QUOTE_SECONDS,
    );
    await devnet.advanceTo(signedAt + QUOTE_SECONDS / 2);
    await maker.quoteNow();
    await devnet.advanceTo(signedAt + QUOTE_SECONDS - 10);
    expect(collector.withdrawn).toEqual([]);
    const taker = devnet.accounts.takers[0];
    const { collateral, takerSide, terms } = describeOrder(signed.order);
    if (collateral === undefined || terms === undefined) throw new Error('an unknown quote');
    const numContracts = floorContracts(
      10n ** BigInt(collateral.decimals) / 50n,
      collateral.decimals,
    );
    const amount =
      takerSide === 'buy'
        ? signed.order.price * numContracts
        : requiredCollateral({ terms, contracts: numContracts });
    await devnet.fund(taker.address, { [collateral.symbol.toLowerCase()]: amount });
    await approve(devnet, taker, { token: collateral.address, amount });
    const fill = await fillOrder(devnet, { signed, taker, numContracts });
    expect(fill.collateral).toBe(requiredCollateral({ terms, contracts: numContracts }));
  });

  test('produces equal prices from equal seeds, and equal quotes from equal prices', async () => {
    const rounds = await Promise.all(
      [3, 3, 4].map(async (seed) => {
        const chain = await startDevnet({ timestamp: START });
        const quiet = {
          devnet: chain,
          ordersUrl: collector.url,
          quoteEvery: 0,
          walkEvery: 0,
          seed,
        };
        const walker = await startMaker(quiet);
        try {
          for (let step = 0; step < 5; step++) await walker.walk(60);
          return [await chain.price('ETH'), await chain.price('BTC')];
        } finally {
          await walker.stop();
          await chain.stop();
        }
      }),
    );
    expect(rounds[0]).toEqual(rounds[1]);
    expect(rounds[0]).not.toEqual(rounds[2]);
    const spot = { ETH: rounds[0]?.[0] ?? 0n, BTC: rounds[0]?.[1] ?? 0n };
    expect(quoteSheet({ spot, now: START })).toEqual(quoteSheet({ spot, now: START }));
  });

  test('reports an orders service that rejects quotes with 503, and says that quoting continues', async () => {
    const refusing = await startCollector(503);
    const problems: string[] = [];
    const stubborn = await startMaker({
      devnet,
      ordersUrl: refusing.url,
      quoteEvery: 0,
      walkEvery: 0,
      onProblem: (sentence) => problems.push(sentence),
    });
    expect(problems).toEqual([
      "maker: The orders service answered 503 to the maker's quotes: {} Quoting goes on.",
    ]);
    await stubborn.stop();
    refusing.stop();
  });
});

test('quotes three expiries at 08:00 UTC: one 6 to 30 hours ahead, and two consecutive Fridays after that day', () => {
  for (let now = START; now < START + 14 * 86_400; now += 3600) {
    const [daily, friday, next] = quotedExpiries(now);
    for (const expiry of [daily, friday, next])
      expect(new Date(expiry * 1000).toISOString().slice(11)).toBe('08:00:00.000Z');
    expect(daily - now).toBeGreaterThanOrEqual(6 * 3600);
    expect(daily - now).toBeLessThan(30 * 3600);
    expect(new Date(friday * 1000).getUTCDay()).toBe(5);
    expect(friday).toBeGreaterThan(daily);
    expect(next - friday).toBe(7 * 86_400);
  }
});
