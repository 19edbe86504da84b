import { type Address, checksumAddress, type Hex } from 'viem';
import { isOrderBook } from '../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { OwnQuotesView } from '../../../shared/messages/market.ts';
import { encodeCancelMany, encodeCutoff } from '../../../shared/orders/maker-calls.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { type UnixSeconds, unixSeconds } from '../../../shared/units.ts';
import type { OwnTransactions } from '../approvals/sending/own-transactions.ts';
import type { FeedSnapshot } from '../market/feed/feed.ts';
import { type KnownChecks, leftOutBy, orderRow } from '../market/rows.ts';

/**
 * Seconds from now to the cutoff time. Quotes are valid for minutes, so an hour covers nearly all
 * of them, and the cutoff soon stops affecting new quotes.
 */
const AHEAD_SECONDS = 3_600;
/**
 * Maximum number of quotes that one transaction cancels. The block gas limit would stop a larger
 * transaction.
 */
const MAX_AT_ONCE = 100;

/** Returns the account's own fillable quotes in the feeds, the first to expire first. */
export function ownQuotes(
  snapshot: FeedSnapshot,
  options: { account: Address; now: UnixSeconds; checks: KnownChecks },
): OwnQuotesView {
  const { account, now, checks } = options;
  const rows = [...ownEntries(snapshot, account)]
    .filter(
      ([digest, entry]) =>
        isOwn(digest, entry, checks) && leftOutBy(digest, entry, now, checks) === undefined,
    )
    .flatMap(
      ([digest, entry]) => orderRow(digest, entry, snapshot.feed.marketData, now, checks) ?? [],
    );
  return { rows: rows.sort((a, b) => a.quoteEnds - b.quoteEnds) };
}

/**
 * Requests approval to cancel all quotes of the account, on the current book and on each other
 * known book where the feeds show its quotes. A cutoff time cancels quotes that expire within an
 * hour, even those that no feed shows. Later quotes in the feeds are cancelled one by one. Only
 * known books are called, because a feed can name any contract.
 */
export async function cancelAll(
  own: Pick<OwnTransactions, 'call'>,
  options: {
    snapshot: Pick<FeedSnapshot, 'byDigest'> | undefined;
    account: Address;
    now: UnixSeconds;
    checks: KnownChecks;
  },
): Promise<Hex[]> {
  const { snapshot, account, now, checks } = options;
  const cutoff = unixSeconds(now + AHEAD_SECONDS);
  const entries = [...(snapshot === undefined ? [] : ownEntries(snapshot, account))]
    .filter(([digest, entry]) => isOwn(digest, entry, checks))
    .filter(([, { order }]) => order.orderExpiryTimestamp > now)
    .map(([, { order, optionBookAddress }]) => ({
      order,
      book: checksumAddress(optionBookAddress),
    }));
  const hashes: Hex[] = [];
  for (const to of new Set([BOOK_R12, ...entries.map(({ book }) => book)])) {
    const later = entries.filter(
      ({ book, order }) => book === to && order.orderExpiryTimestamp >= cutoff,
    );
    const call = (data: Hex) => own.call({ chainId: CHAIN_ID, account, to, data });
    hashes.push(await call(encodeCutoff(cutoff)));
    for (let at = 0; at < later.length; at += MAX_AT_ONCE) {
      const orders = later.slice(at, at + MAX_AT_ONCE).map(({ order }) => order);
      hashes.push(await call(encodeCancelMany(orders)));
    }
  }
  return hashes;
}

function isOwn(digest: string, entry: FeedEntry, checks: KnownChecks): boolean {
  return isOrderBook(entry.optionBookAddress) && checks.isGenuine(digest, entry) === true;
}

/** Returns the quotes in the feeds that name this account, by digest. */
export function ownEntries(
  { byDigest }: Pick<FeedSnapshot, 'byDigest'>,
  account: Address,
): ReadonlyMap<string, FeedEntry> {
  return new Map(
    [...byDigest].filter(([, { order }]) => order.maker.toLowerCase() === account.toLowerCase()),
  );
}
