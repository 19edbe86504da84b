import type { Hex } from 'viem';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import type { EpochMs, UnixSeconds } from '../../shared/units.ts';
import { createFeedBytes, type FeedBytes } from './feed-bytes.ts';

export interface LiveOrder {
  readonly digest: Hex;
  readonly entry: FeedEntry;
  /** Where it stands in the prepared bytes. */
  readonly slot: number;
  /** False while the chain says that nothing of it can be filled. */
  readonly isFillable: boolean;
}

/** The orders of this instance's feed, and its answer, always ready. */
export interface LiveOrders {
  /** Adds an order that the feed does not have yet. */
  add(digest: Hex, entry: FeedEntry, body: string): void;
  remove(digest: Hex): void;
  /** Drops what can no longer be filled after this second. */
  prune(now: UnixSeconds): void;
  /** Hides or shows an order in the feed; what is hidden may come back, since chains reorganize. */
  setFillable(digest: Hex, isFillable: boolean): void;
  get(digest: Hex): LiveOrder | undefined;
  values(): Iterable<LiveOrder>;
  readonly size: number;
  countOf(maker: string): number;
  /** The whole answer of the feed; the same bytes until something changes or a second passes. */
  bytes(now: EpochMs, marketData: Readonly<Record<string, number>>): Buffer;
}

export function createLiveOrders(): LiveOrders {
  const orders = new Map<Hex, LiveOrder>();
  const makers = new Map<string, number>();
  const feed: FeedBytes = createFeedBytes();

  function remove(digest: Hex): void {
    const order = orders.get(digest);
    if (order === undefined) return;
    orders.delete(digest);
    feed.free(order.slot);
    const { maker } = order.entry.order;
    const left = (makers.get(maker) ?? 1) - 1;
    if (left > 0) makers.set(maker, left);
    else makers.delete(maker);
  }

  return {
    add(digest, entry, body) {
      if (orders.has(digest)) return;
      orders.set(digest, { digest, entry, slot: feed.take(body), isFillable: true });
      const { maker } = entry.order;
      makers.set(maker, (makers.get(maker) ?? 0) + 1);
    },
    remove,
    prune(now) {
      for (const { digest, entry } of orders.values())
        if (entry.order.orderExpiryTimestamp < now || entry.order.expiry <= now) remove(digest);
    },
    setFillable(digest, isFillable) {
      const order = orders.get(digest);
      if (order === undefined || order.isFillable === isFillable) return;
      orders.set(digest, { ...order, isFillable });
      feed.show(order.slot, isFillable);
    },
    get: (digest) => orders.get(digest),
    values: () => orders.values(),
    get size() {
      return orders.size;
    },
    countOf: (maker) => makers.get(maker) ?? 0,
    bytes: feed.answer,
  };
}
