import { type BestQuote, MAX_PRICE_AGE_MS } from '../../../shared/desk/evaluate-alerts.ts';
import { type Structure, structureKey } from '../../../shared/messages/alerts.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { dollarsOf } from '../../../shared/orders/price.ts';
import type { Clock } from '../../../shared/ports.ts';
import { secondsOf } from '../../../shared/units.ts';
import type { OrderChecks } from '../market/checks.ts';
import type { OrdersFeed } from '../market/feed/feed.ts';
import { availableOf, leftOutBy } from '../market/rows.ts';
import type { SpotPrices } from '../market/spot-prices.ts';

/**
 * Returns a function that reads the best quote for each structure. Counts only quotes that their
 * maker signed, that have a budget on the chain and that can be filled now. Converts prices in
 * tokens to dollars at the chain's price. Rejects when no feed responds.
 */
export function createQuoteReader(deps: {
  readonly feed: Pick<OrdersFeed, 'fresh'>;
  readonly checks: OrderChecks;
  readonly spots: Pick<SpotPrices, 'of'>;
  readonly clock: Clock;
}) {
  const { checks, clock } = deps;

  /** Returns dollars per contract; undefined for an order that can't be filled now. */
  function priceOf(digest: string, entry: FeedEntry): bigint | 'unknown' | undefined {
    const now = clock.now();
    if (leftOutBy(digest, entry, secondsOf(now), checks) !== undefined) return undefined;
    const description = describeOrder(entry.order);
    const { terms, asset = '' } = description;
    if (terms === undefined) return undefined;
    const { filled, balance, allowance } = checks.makerOf(entry);
    const isRead = filled !== undefined && balance !== undefined && allowance !== undefined;
    if (!isRead || checks.isGenuine(digest, entry) !== true) return 'unknown';
    const spot = deps.spots.of(asset);
    const isOfChain = spot?.source === 'chain' && spot.at !== undefined;
    const isYoung = isOfChain && now - (spot.at ?? 0) <= MAX_PRICE_AGE_MS;
    const price = isYoung ? spot.price : undefined;
    if (availableOf(entry, description, price, checks).available === 0n) return undefined;
    return dollarsOf(terms, entry.order.price, price) ?? 'unknown';
  }

  return async (
    structures: readonly Structure[],
  ): Promise<ReadonlyMap<string, BestQuote | null>> => {
    const { byDigest } = await deps.feed.fresh();
    const wanted = new Map(structures.map((structure) => [structureKey(structure), structure]));
    const entries = [...byDigest].filter(([, entry]) => wanted.has(keyOf(entry) ?? ''));
    // Checking a whole feed would take seconds.
    await checks.only(new Map(entries));
    const groups = Map.groupBy(entries, ([, entry]) => keyOf(entry));
    return new Map(
      [...wanted].flatMap(([key, { side }]): (readonly [string, BestQuote | null])[] => {
        const offers = (groups.get(key) ?? []).map(([digest, entry]) => ({
          price: priceOf(digest, entry),
          maker: entry.order.maker,
        }));
        const priced = offers.flatMap(({ price, maker }) =>
          typeof price === 'bigint' && price > 0n ? [{ price, maker }] : [],
        );
        const [best] = priced.sort((a, b) => (a.price < b.price === (side === 'buy') ? -1 : 1));
        if (best !== undefined) return [[key, best]];
        const isUnknown = offers.some(({ price }) => price === 'unknown');
        return isUnknown ? [] : [[key, null]];
      }),
    );
  };
}

function keyOf({ order }: FeedEntry): string | undefined {
  const { product, asset, takerSide, strikesAscending, expiry } = describeOrder(order);
  if (product === undefined || asset === undefined) return undefined;
  return structureKey({
    asset,
    product: product.name,
    side: takerSide,
    strikes: strikesAscending.map(String),
    expiry,
  });
}
