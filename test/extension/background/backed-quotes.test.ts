import { describe, expect, it } from 'vitest';
import {
  backedQuotes,
  createFeedMakers,
  MIN_BACKING_USD,
} from '../../../entrypoints/background/market/backed-quotes.ts';
import type { FeedSnapshot } from '../../../entrypoints/background/market/feed/feed.ts';
import { createModelValue } from '../../../entrypoints/background/market/model-value.ts';
import { UNREAD_MAKER } from '../../../entrypoints/background/market/rows.ts';
import { modelTotal } from '../../../shared/desk/asked-figures.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { priceOrder } from '../../../shared/orders/price.ts';
import type { MakerFacts } from '../../../shared/orders/unfillable.ts';
import {
  contracts,
  epochMs,
  type Price8,
  price8,
  tokenAmount,
  unixSeconds,
} from '../../../shared/units.ts';
import { ORDER_MAKERS, signedOrder } from '../../bench/signed-orders.ts';

const START = 1_800_000_000;
/** Quotes of five makers; the collateral is in dollars with 6 decimals. */
const ENTRIES = Array.from({ length: 5 }, (_, i) => signedOrder(i, START));
const SNAPSHOT: FeedSnapshot = {
  feed: { orders: ENTRIES, problems: [], marketData: {}, timestamp: undefined },
  byDigest: new Map(
    ENTRIES.map((entry) => [orderDigest(entry.order, entry.optionBookAddress), entry]),
  ),
  feeds: [],
  at: START * 1_000,
};
const NEEDED = MIN_BACKING_USD / 100n;
const owning = (units: bigint): MakerFacts => ({
  ...{ filled: 0n, cutoff: 0n },
  ...{ balance: tokenAmount(units), allowance: tokenAmount(units) },
});

function checksOf(facts: (maker: number) => MakerFacts, isGenuine = true) {
  let version = 0;
  return {
    isGenuine: () => isGenuine,
    makerOf: ({ order }: (typeof ENTRIES)[number]) => facts(ORDER_MAKERS.indexOf(order.maker)),
    oracleOf: () => price8(250_000_000_000n),
    quoteSpotOf: (): Price8 | undefined => undefined,
    version: () => version,
    next: () => {
      version += 1;
    },
  };
}

describe('a quote in an open feed', () => {
  it('uses a quote only if its maker holds and has approved a thousand dollars on the chain', () => {
    const makersOf = (facts: (maker: number) => MakerFacts, isGenuine?: boolean) =>
      backedQuotes(SNAPSHOT, checksOf(facts, isGenuine)).length;
    expect(makersOf(() => owning(NEEDED))).toBe(5);
    expect(makersOf(() => owning(NEEDED), false)).toBe(0);
    expect(makersOf(() => owning(NEEDED - 1n))).toBe(0);
    expect(makersOf(() => ({ ...owning(NEEDED), allowance: tokenAmount(0n) }))).toBe(0);
    expect(makersOf(() => ({ ...owning(NEEDED), balance: tokenAmount(0n) }))).toBe(0);
    expect(makersOf(() => UNREAD_MAKER)).toBe(0);
  });

  it('treats a maker as known only once the chain shows that the maker has money', () => {
    let honest = UNREAD_MAKER;
    const checks = checksOf((maker) => (maker === 0 ? honest : owning(0n)));
    const isKnown = createFeedMakers({ last: () => SNAPSHOT, checks });
    const known = () => ORDER_MAKERS.filter((maker) => isKnown(maker));
    expect(known()).toEqual([]);
    honest = owning(NEEDED);
    checks.next();
    expect(known()).toEqual([ORDER_MAKERS[0]]);
  });

  it('values an option only by unexpired quotes whose makers have the necessary money', async () => {
    const valueBy = (facts: MakerFacts, at?: number) =>
      estimateOf({ checks: { ...checksOf(() => facts), only: async () => undefined } }, at);
    expect(await valueBy(owning(NEEDED))).toMatchObject({ makers: 1 });
    expect(await valueBy(owning(0n))).toBeUndefined();
    expect(await valueBy(owning(NEEDED), START + 3_600)).toBeUndefined();
  });
});

describe('a quote that is older than the price', () => {
  it('derives a quote’s volatility from the price at the quote’s time, and values the option at the present price', async () => {
    const [entry = expect.unreachable()] = ENTRIES;
    const { terms = expect.unreachable() } = describeOrder(entry.order);
    const { price, expiry } = entry.order;
    const [signedAt, spot] = [price8(200_000_000_000n), price8(206_000_000_000n)];
    const now = unixSeconds(START);
    const { volatility = expect.unreachable() } = priceOrder({
      ...{ terms, price, expiry, now, spot: signedAt },
    });
    const found = await estimateOf({
      checks: {
        ...checksOf((maker) => owning(maker === 0 ? NEEDED : 0n)),
        quoteSpotOf: () => signedAt,
        only: async () => undefined,
      },
      spots: { spotOf: () => spot, refresh: async () => undefined },
    });
    const expected = modelTotal(
      { terms, contracts: contracts(1_000_000n), expiry },
      { spot, now, volatility },
    );
    expect(found?.value).toBe(expected);
  });
});

type ModelValueDeps = Parameters<typeof createModelValue>[0];

/** Returns the model's value of the first quote's option. */
function estimateOf(deps: Partial<ModelValueDeps>, at = START) {
  const [entry] = ENTRIES;
  if (entry === undefined) return expect.unreachable();
  const order = { ...entry.order, numContracts: contracts(1_000_000n) };
  return createModelValue(depsOf(deps, at))(order);
}

function depsOf(deps: Partial<ModelValueDeps>, at = START): ModelValueDeps {
  return {
    feed: { last: () => SNAPSHOT, fresh: async () => SNAPSHOT },
    checks: { ...checksOf(() => owning(NEEDED)), only: async () => undefined },
    spots: { spotOf: () => price8(200_000_000_000n), refresh: async () => undefined },
    clock: { now: () => epochMs(at * 1_000) },
    wait: () => new Promise(() => undefined),
    ...deps,
  };
}

describe('the model’s value in a new worker', () => {
  it('the model’s value waits for the first load of the feed, the prices and the expiry’s makers', async () => {
    let snapshot: FeedSnapshot | undefined;
    let spot: Price8 | undefined;
    let facts = UNREAD_MAKER;
    const asked: number[] = [];
    const value = await estimateOf({
      feed: {
        last: () => snapshot,
        async fresh() {
          snapshot = SNAPSHOT;
          return SNAPSHOT;
        },
      },
      checks: {
        ...checksOf(() => facts),
        async only(entries) {
          asked.push(entries.size);
          facts = owning(NEEDED);
        },
      },
      spots: {
        spotOf: () => spot,
        async refresh() {
          spot = price8(200_000_000_000n);
        },
      },
    });
    expect(value).toMatchObject({ makers: 1 });
    // Only the makers of one-strike quotes with this expiry are checked.
    expect(asked).toEqual([2]);
  });

  it('checks the makers of an expiry’s quotes once for several explanations', async () => {
    let reads = 0;
    const only = () => {
      reads += 1;
      return new Promise<void>(() => undefined);
    };
    const wait = async () => undefined;
    const checks = { ...checksOf(() => UNREAD_MAKER), only };
    const [entry] = ENTRIES;
    if (entry === undefined) return expect.unreachable();
    const modelValue = createModelValue(depsOf({ checks, wait }));
    for (let i = 0; i < 5; i += 1) expect(await modelValue(entry.order)).toBeUndefined();
    expect(reads).toBe(1);
  });

  it('leaves the model’s value unknown when the feed can’t be read in time', async () => {
    const last = () => undefined;
    const fresh = () => Promise.reject(new Error('no feed'));
    expect(await estimateOf({ feed: { last, fresh } })).toBeUndefined();
    const silent = { last, fresh: () => new Promise<FeedSnapshot>(() => undefined) };
    expect(await estimateOf({ feed: silent, wait: async () => undefined })).toBeUndefined();
  });
});
