import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { usableBudget, usableDollars } from '../../../shared/orders/unfillable.ts';
import type { OrderChecks } from './checks.ts';
import type { FeedSnapshot } from './feed/feed.ts';
import { genuineOf } from './volatility.ts';

/**
 * Minimum amount in dollars (8 decimals) that must back a quote on the chain. Posting signed quotes
 * to an open feed costs nothing, but this much money in each maker's account can't be faked.
 */
export const MIN_BACKING_USD = 1_000n * 10n ** 8n;

type Checks = Pick<OrderChecks, 'isGenuine' | 'makerOf' | 'oracleOf'>;

/**
 * Returns the quotes with checked signatures whose makers hold and allow the needed amounts.
 * Returns no quotes before the chain was read.
 */
export function backedQuotes(
  snapshot: Pick<FeedSnapshot, 'byDigest'>,
  checks: Checks,
): readonly FeedEntry[] {
  return genuineOf(snapshot, checks.isGenuine).filter((entry) => isBacked(entry, checks));
}

function isBacked(entry: FeedEntry, checks: Checks): boolean {
  const { order } = entry;
  const facts = checks.makerOf(entry);
  if (facts.balance === undefined || facts.allowance === undefined) return false;
  const usd = usableDollars(order, usableBudget(order, facts), checks.oracleOf(order.priceFeed));
  return usd !== undefined && usd >= MIN_BACKING_USD;
}

/** Returns a function that recognizes the makers of backed quotes. */
export function createFeedMakers(deps: {
  last: () => FeedSnapshot | undefined;
  checks: Checks & Pick<OrderChecks, 'version'>;
}): (address: string) => boolean {
  let read:
    | {
        readonly snapshot: FeedSnapshot;
        readonly version: number;
        readonly makers: ReadonlySet<string>;
      }
    | undefined;
  return (address) => {
    const snapshot = deps.last();
    if (snapshot === undefined) return false;
    const version = deps.checks.version();
    if (read?.snapshot !== snapshot || read.version !== version) {
      const makers = backedQuotes(snapshot, deps.checks).map(({ order }) =>
        order.maker.toLowerCase(),
      );
      read = { snapshot, version, makers: new Set(makers) };
    }
    return read.makers.has(address.toLowerCase());
  };
}
