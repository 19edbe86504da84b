import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { requotes } from '../../../shared/orders/requote.ts';
import { verifyOrder } from '../../../shared/orders/verify.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { verifyWithMaker } from './contract-maker.ts';
import type { FeedSnapshot, OrdersFeed } from './feed.ts';
import { TicketError } from './ticket-error.ts';

/** Quotes of one product that are verified for one look: some 100 ms at most. */
const MAX_VERIFIED = 100;
/** Makers asked for a signer that is not themselves: a forged feed names a new one in every entry. */
const MAX_ASKED = 8;

/**
 * The quote that was chosen, out of a feed that was just read. A quote that is gone or over is never
 * replaced silently: when the same product stands in the feed again, the error names that quote
 * (`details.replacement`, a digest) and its price (`details.price`, 8 decimals) for the user to decide.
 *
 * @throws TicketError `quote-replaced`, `quote-gone`, `quote-expired`
 */
export async function pickEntry(
  client: Rpc,
  feed: Pick<OrdersFeed, 'remember' | 'remembered'>,
  snapshot: FeedSnapshot,
  digest: string,
  now: UnixSeconds,
): Promise<FeedEntry> {
  const entry = snapshot.byDigest.get(digest);
  if (entry !== undefined && entry.order.orderExpiryTimestamp >= now) {
    feed.remember(digest, entry);
    return entry;
  }
  const old = entry ?? feed.remembered(digest);
  const next = old && (await newerQuote(client, snapshot, old, now));
  if (next !== undefined) {
    const { order, optionBookAddress } = next;
    throw new TicketError('quote-replaced', {
      replacement: orderDigest(order, optionBookAddress),
      price: order.price.toString(),
    });
  }
  if (entry !== undefined) {
    throw new TicketError('quote-expired');
  }
  throw new TicketError('quote-gone');
}

/**
 * The best live quote of the same product, other than this one, that passes every check: a forged entry
 * is passed over, however good its price.
 */
export async function newerQuote(
  client: Rpc,
  snapshot: FeedSnapshot,
  old: SignedOrder,
  now: UnixSeconds,
): Promise<FeedEntry | undefined> {
  const others = [...snapshot.byDigest.values()].filter(
    ({ order, signature }) => signature !== old.signature && order.orderExpiryTimestamp >= now,
  );
  let asked = 0;
  for (const entry of requotes(old, others).slice(0, MAX_VERIFIED)) {
    const { status, checks } = verifyOrder(entry, { now });
    if (status !== 'failed') return entry;
    const isOnlyForeign = checks.every(
      (found) => found.status !== 'failed' || found.reason === 'not-the-maker',
    );
    if (!isOnlyForeign || asked === MAX_ASKED) continue;
    asked += 1;
    if ((await verifyWithMaker(client, entry, { now })).status !== 'failed') return entry;
  }
  return undefined;
}
