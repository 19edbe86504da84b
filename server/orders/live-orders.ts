import type { Hex } from 'viem';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import type { EpochMs, UnixSeconds } from '../../shared/units.ts';
import type { Standing } from './budgets.ts';
import { createFeedBytes, type FeedAnswer, type FeedBytes } from './feed-bytes.ts';

export interface LiveOrder extends Standing {
  readonly digest: Hex;
  readonly entry: FeedEntry;
  /** Its slot in the prepared bytes, and its length. */
  readonly slot: number;
  readonly bytes: number;
}

/** The orders of this instance's feed, with the response always prepared. */
export interface LiveOrders {
  /** Adds a new order; it is shown if its standing allows it. */
  add(digest: Hex, entry: FeedEntry, body: string, standing: Standing): void;
  remove(digest: Hex): void;
  /** Drops orders that can't be filled after this second. */
  prune(now: UnixSeconds): void;
  /** Hides or shows an order. Hidden orders may come back, because chains reorganize. */
  setStanding(digest: Hex, standing: Standing): void;
  get(digest: Hex): LiveOrder | undefined;
  values(): Iterable<LiveOrder>;
  /** Orders whose makers can't pay, oldest first. */
  unfunded(): Iterable<LiveOrder>;
  readonly size: number;
  readonly unfundedSize: number;
  /** Total bytes of all entries, shown or hidden. */
  readonly bytes: number;
  countOf(maker: string): number;
  /** Returns the feed's response; the same chunks until something changes. */
  answer(now: EpochMs, marketData: Readonly<Record<string, number>>): FeedAnswer;
}

export function createLiveOrders(): LiveOrders {
  const orders = new Map<Hex, LiveOrder>();
  const unfunded = new Set<Hex>();
  const makers = new Map<string, number>();
  const feed: FeedBytes = createFeedBytes();
  let bytes = 0;

  function remove(digest: Hex): void {
    const order = orders.get(digest);
    if (order === undefined) return;
    orders.delete(digest);
    unfunded.delete(digest);
    bytes -= order.bytes;
    feed.free(order.slot);
    const { maker } = order.entry.order;
    const left = (makers.get(maker) ?? 1) - 1;
    if (left > 0) makers.set(maker, left);
    else makers.delete(maker);
  }

  function place(order: LiveOrder): void {
    orders.set(order.digest, order);
    if (order.isFunded) unfunded.delete(order.digest);
    else unfunded.add(order.digest);
  }

  return {
    add(digest, entry, body, { isOpen, isFunded }) {
      if (orders.has(digest)) return;
      // Includes the comma before each entry.
      const length = Buffer.byteLength(body) + 1;
      const slot = feed.take(body, isOpen && isFunded);
      place({ digest, entry, slot, bytes: length, isOpen, isFunded });
      bytes += length;
      const { maker } = entry.order;
      makers.set(maker, (makers.get(maker) ?? 0) + 1);
    },
    remove,
    prune(now) {
      for (const { digest, entry } of orders.values())
        if (entry.order.orderExpiryTimestamp < now || entry.order.expiry <= now) remove(digest);
    },
    setStanding(digest, { isOpen, isFunded }) {
      const order = orders.get(digest);
      if (order === undefined || (order.isOpen === isOpen && order.isFunded === isFunded)) return;
      place({ ...order, isOpen, isFunded });
      feed.show(order.slot, isOpen && isFunded);
    },
    get: (digest) => orders.get(digest),
    values: () => orders.values(),
    *unfunded() {
      for (const digest of unfunded) {
        const order = orders.get(digest);
        if (order !== undefined) yield order;
      }
    },
    get size() {
      return orders.size;
    },
    get unfundedSize() {
      return unfunded.size;
    },
    get bytes() {
      return bytes;
    },
    countOf: (maker) => makers.get(maker) ?? 0,
    answer: feed.answer,
  };
}
