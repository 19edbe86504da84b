import { describeOrder } from '../../../shared/orders/describe.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { isSameMaker, requotes } from '../../../shared/orders/requote.ts';
import { contractsForBudget, isCancelled } from '../../../shared/orders/sizing.ts';
import { usableBudget } from '../../../shared/orders/unfillable.ts';
import { verifyOrder } from '../../../shared/orders/verify.ts';
import {
  type Contracts,
  contracts,
  type TokenAmount,
  type UnixSeconds,
} from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { verifyWithMaker } from '../market/contract-maker.ts';
import type { FeedSnapshot, OrdersFeed } from '../market/feed/feed.ts';
import { readFillFacts } from '../market/fill-facts.ts';
import { TicketError } from './ticket-error.ts';
import { validSize } from './valid-size.ts';

/** Maximum number of quotes of one product to verify (about 100 ms). */
const MAX_VERIFIED = 100;
/** Maximum number of separate signers to check: forged feeds can name many. */
const MAX_ASKED = 8;
/** Maximum number of other makers whose budgets are read. Each costs two requests. */
const MAX_WEIGHED = 4;

/**
 * Returns the chosen quote from a fresh read of the feed. A missing or expired quote is never
 * replaced silently: the error names a quote of the same product, if there is one, and the user
 * decides.
 * @throws TicketError `quoteReplaced`, `quoteGone`, `quoteExpired`
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
  if (old !== undefined && next !== undefined) {
    const { order, optionBookAddress } = next;
    throw new TicketError('quoteReplaced', {
      replacement: {
        digest: orderDigest(order, optionBookAddress),
        price: order.price.toString(),
        isOtherMaker: !isSameMaker(next, old),
      },
    });
  }
  if (entry !== undefined) {
    throw new TicketError('quoteExpired');
  }
  throw new TicketError('quoteGone');
}

/**
 * Returns the best other unexpired quote of the same product that passes every check. Prefers the
 * same maker's quotes; another maker must be able to pay. Skips forged and unbacked entries,
 * however good their price.
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
  let weighed = 0;
  const isServed = async (entry: FeedEntry) => {
    if (isSameMaker(entry, old)) return true;
    if (weighed === MAX_WEIGHED) return false;
    weighed += 1;
    return canServe(client, entry, old);
  };
  for (const entry of requotes(old, others).slice(0, MAX_VERIFIED)) {
    const { status, checks } = verifyOrder(entry, { now });
    if (status !== 'failed') {
      if (await isServed(entry)) return entry;
      continue;
    }
    const isOnlyForeign = checks.every(
      (found) => found.status !== 'failed' || found.reason === 'not-the-maker',
    );
    if (!isOnlyForeign || asked === MAX_ASKED) continue;
    asked += 1;
    if ((await verifyWithMaker(client, entry, { now })).status === 'failed') continue;
    if (await isServed(entry)) return entry;
  }
  return undefined;
}

/**
 * Returns true when a maker's budget, balance and allowance cover one contract (or the old quote's
 * size, if smaller) and the book accepts that size. Returns false when the node doesn't respond.
 */
async function canServe(
  client: Rpc,
  entry: FeedEntry,
  old: Pick<SignedOrder, 'order'>,
): Promise<boolean> {
  const { decimals } = describeOrder(entry.order).collateral ?? {};
  if (decimals === undefined) return false;
  try {
    const { filled, maker } = await readFillFacts(client, entry.order.maker, entry);
    if (isCancelled(filled)) return false;
    const usable = usableBudget(entry.order, { ...maker, filled, cutoff: undefined });
    const most = sizeFor(entry, usable, decimals);
    let wanted = contracts(10n ** BigInt(decimals));
    const all = sizeFor(old, old.order.maxCollateralUsable, decimals);
    if (all < wanted) wanted = all;
    if (wanted === 0n || most < wanted) return false;
    return (await validSize(client, entry, { wanted, decimals })) > 0n;
  } catch {
    return false;
  }
}

function sizeFor(
  { order }: Pick<SignedOrder, 'order'>,
  left: TokenAmount,
  decimals: number,
): Contracts {
  const { terms } = describeOrder(order);
  if (terms === undefined) return contracts(0n);
  const { isLong: isMakerLong, price } = order;
  return contractsForBudget({ left, isMakerLong, price, terms, decimals });
}
