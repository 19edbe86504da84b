import { modelTotal } from '../../../shared/desk/asked-figures.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { MAX_FACTOR } from '../../../shared/orders/market-volatility.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import {
  type Price8,
  secondsOf,
  type TokenAmount,
  tokenAmount,
  type UnixSeconds,
} from '../../../shared/units.ts';
import { backedQuotes } from './backed-quotes.ts';
import type { OrderChecks } from './checks.ts';
import type { OrdersFeed } from './feed/feed.ts';
import { quotedVolatilities } from './volatility.ts';

/** Value of an option, estimated from makers' unexpired quotes. */
export interface ModelEstimate {
  /** Value of all contracts in base units of the collateral; zero for less than a unit. */
  readonly value: TokenAmount;
  /**
   * The highest value by any maker's quotes. If a single maker is far above the other makers, that
   * maker is ignored.
   */
  readonly most: TokenAmount;
  readonly makers: number;
}

export type ModelValue = (order: Order) => Promise<ModelEstimate | undefined>;

/** Maximum milliseconds to wait for the feed, its checks and the prices. */
const MAX_WAIT_MS = 1_500;

/**
 * Returns a function that estimates the value of all contracts of an order from the volatility of
 * backed quotes with the same expiry. Without such quotes or a price, the function returns
 * undefined. It first reads the feed if the feed is old, and then the makers' budgets.
 */
export function createModelValue(deps: {
  feed: Pick<OrdersFeed, 'fresh' | 'last'>;
  checks: Pick<OrderChecks, 'isGenuine' | 'makerOf' | 'oracleOf' | 'only' | 'quoteSpotOf'>;
  spots: { refresh: () => Promise<void>; spotOf: (asset: string) => Price8 | undefined };
  clock: Clock;
  wait: Wait;
}): ModelValue {
  const { feed, checks, spots, clock, wait } = deps;
  const now = () => secondsOf(clock.now());
  /** Running reads by feed and expiry. A read can continue after an explanation has ended. */
  const loads = new Map<string, Promise<void>>();

  function load(order: Order): Promise<void> {
    const key = order.priceFeed + order.expiry;
    const done = loads.get(key) ?? read(order).finally(() => loads.delete(key));
    loads.set(key, done);
    return done;
  }

  async function read(order: Order): Promise<void> {
    const [{ byDigest }] = await Promise.all([feed.fresh(), spots.refresh()]);
    const unread = [...liveQuotes(byDigest, order, now())].filter(
      ([digest, entry]) =>
        checks.isGenuine(digest, entry) === undefined ||
        checks.makerOf(entry).balance === undefined,
    );
    if (unread.length > 0) await checks.only(new Map(unread));
  }

  return async (order) => {
    const { terms, asset } = describeOrder(order);
    if (terms === undefined || asset === undefined) return undefined;
    // Uses the known quotes if the answer is late.
    await Promise.race([load(order).catch(() => undefined), wait(MAX_WAIT_MS)]);
    const [last, spot] = [feed.last(), spots.spotOf(asset)];
    if (last === undefined || spot === undefined) return undefined;
    const { numContracts: contracts, expiry } = order;
    const market = { spot, now: now() };
    const live = liveQuotes(last.byDigest, order, market.now);
    const quotes = backedQuotes({ byDigest: live }, checks);
    const agreedBy = (some: readonly FeedEntry[]) =>
      quotedVolatilities(some, {
        now: market.now,
        spotOf: () => spot,
        quoteSpotOf: checks.quoteSpotOf,
      })(order);
    const agreed = agreedBy(quotes);
    if (agreed === undefined) return undefined;
    const valueAt = (volatility: number) =>
      modelTotal({ terms, contracts, expiry }, { ...market, volatility }) ?? tokenAmount(0n);
    const value = valueAt(agreed.volatility);
    const byMaker = Map.groupBy(quotes, (entry) => entry.order.maker.toLowerCase());
    // Many accounts with low quotes can outvote honest makers, so the highest volatility is used
    // unless it is far above the agreed volatility.
    const [highest = 0, ...others] = [...byMaker.values()]
      .map((own) => agreedBy(own)?.volatility ?? agreed.volatility)
      .sort((a, b) => b - a);
    const isNear = highest <= agreed.volatility * MAX_FACTOR;
    // A structure can be worth more at a lower volatility.
    const values = (isNear ? [highest, ...others] : others).map(valueAt);
    const [most = value] = [value, ...values].sort((a, b) => (a > b ? -1 : 1));
    return { value, most, makers: agreed.makers };
  };
}

/** Returns unexpired one-strike quotes with an order's price feed and expiry. */
function liveQuotes(
  byDigest: ReadonlyMap<string, FeedEntry>,
  { priceFeed, expiry }: Order,
  now: UnixSeconds,
): ReadonlyMap<string, FeedEntry> {
  const live = [...byDigest].filter(
    ([, { order }]) =>
      order.expiry === expiry &&
      order.strikes.length === 1 &&
      order.orderExpiryTimestamp > now &&
      isSameAddress(order.priceFeed, priceFeed),
  );
  return new Map(live);
}
