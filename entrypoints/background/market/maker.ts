import { type Address, checksumAddress, type Hex } from 'viem';
import { isOrderBook } from '../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { MakerView } from '../../../shared/messages/market.ts';
import { encodeCancel } from '../../../shared/orders/calldata.ts';
import { encodeCancelMany, encodeCutoff } from '../../../shared/orders/maker-calls.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { FeedSnapshot } from '../orders/feed.ts';
import { type KnownChecks, leftOutBy, orderRow } from '../orders/rows.ts';
import type { OwnTransactions } from '../sending/own-transactions.ts';

class MakerError extends CondorError<'not-yours' | 'other-books'> {}

/** Returns the account's own quotes in the feeds that can still be filled, by expiry. */
export function makerView(
  snapshot: FeedSnapshot,
  options: { account: Address; now: UnixSeconds; checks: KnownChecks },
): MakerView {
  const { account, now, checks } = options;
  const own = [...ownEntries(snapshot, account)].filter(
    ([digest, entry]) =>
      isOwn(digest, entry, checks) && leftOutBy(digest, entry, now, checks) === undefined,
  );
  const shares = new Map<bigint, number>();
  for (const [, { nonce }] of own) shares.set(nonce, (shares.get(nonce) ?? 0) + 1);
  const orders = own.flatMap(([digest, entry]) => {
    const row = orderRow(digest, entry, snapshot.feed.marketData, now, checks);
    const { nonce } = entry;
    const siblings = (shares.get(nonce) ?? 1) - 1;
    return row === undefined ? [] : [{ row, budgetId: nonce.toString(16), siblings }];
  });
  return { orders: orders.sort((a, b) => a.row.quoteEnds - b.row.quoteEnds), at: snapshot.at };
}

/**
 * Asks to cancel own quotes by their digests, in one transaction. The book cancels a nonce, and
 * with it every quote that shares the budget. Accepts only quotes of this account on a known book:
 * a feed can name any contract.
 * @throws MakerError when a digest isn't such a quote
 */
export function cancelOrders(
  own: OwnTransactions,
  options: {
    snapshot: FeedSnapshot;
    account: Address;
    digests: readonly string[];
    checks: KnownChecks;
  },
): Promise<Hex> {
  const { account, digests, checks } = options;
  const entries = ownEntries(options.snapshot, account);
  const chosen = digests.map((digest) => {
    const entry = entries.get(digest);
    if (entry === undefined || !isOwn(digest, entry, checks))
      throw new MakerError('not-yours', 'The quote is not of the account.');
    return entry;
  });
  const [first] = chosen;
  const books = new Set(chosen.map(({ optionBookAddress }) => optionBookAddress));
  if (first === undefined || books.size > 1) {
    throw new MakerError('other-books', 'The quotes are of different books.');
  }
  const orders = chosen.map(({ order }) => order);
  const data = chosen.length === 1 ? encodeCancel(first.order) : encodeCancelMany(orders);
  return own.call({ chainId: CHAIN_ID, account, to: first.optionBookAddress, data });
}

/**
 * Asks to cancel every quote of the account that expires before `cutoff`, on the current book and
 * on each other one with such quotes of the account: one transaction for each book.
 */
export async function cancelBefore(
  own: Pick<OwnTransactions, 'call'>,
  options: {
    snapshot: Pick<FeedSnapshot, 'byDigest'> | undefined;
    account: Address;
    cutoff: UnixSeconds;
    checks: KnownChecks;
  },
): Promise<Hex[]> {
  const { snapshot, account, cutoff, checks } = options;
  const entries = snapshot === undefined ? [] : [...ownEntries(snapshot, account)];
  const books = entries
    .filter(([, { order }]) => order.orderExpiryTimestamp < cutoff)
    .filter(([digest, entry]) => isOwn(digest, entry, checks))
    .map(([, { optionBookAddress }]) => checksumAddress(optionBookAddress));
  const data = encodeCutoff(cutoff);
  const hashes: Hex[] = [];
  for (const to of new Set([BOOK_R12, ...books]))
    hashes.push(await own.call({ chainId: CHAIN_ID, account, to, data }));
  return hashes;
}

/** Returns true for a quote of this account on a known book. */
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
