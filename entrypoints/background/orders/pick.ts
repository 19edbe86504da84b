import { CondorError } from '../../../shared/errors.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { bestRequote } from '../../../shared/orders/requote.ts';
import type { FeedSnapshot, OrdersFeed } from './feed.ts';

export class TicketError extends CondorError<
  | 'quote-gone'
  | 'quote-replaced'
  | 'order-refused'
  | 'unknown-product'
  | 'too-small'
  | 'approval-failed'
> {}

/**
 * The quote that was chosen, out of a feed that was just read. A quote that is gone is never replaced
 * silently: when the same product stands in the feed again, the error names that quote
 * (`details.replacement`, a digest) and its price (`details.price`, 8 decimals) for the user to decide.
 *
 * @throws TicketError `quote-replaced`, `quote-gone`
 */
export function pickEntry(
  feed: Pick<OrdersFeed, 'remember' | 'remembered'>,
  snapshot: FeedSnapshot,
  digest: string,
): FeedEntry {
  const entry = snapshot.byDigest.get(digest);
  if (entry !== undefined) {
    feed.remember(digest, entry);
    return entry;
  }
  const gone = feed.remembered(digest);
  const next = gone && bestRequote(gone, snapshot.byDigest.values());
  if (next === undefined) {
    throw new TicketError('quote-gone', 'The maker has taken this quote back. Pick another one.');
  }
  const replacement = orderDigest(next.order, next.optionBookAddress);
  throw new TicketError(
    'quote-replaced',
    'The maker has replaced this quote. Go back to the list and pick the newer one.',
    { details: { replacement, price: next.order.price.toString() } },
  );
}
