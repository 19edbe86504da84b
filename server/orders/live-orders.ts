import type { Hex } from 'viem';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import type { EpochMs, UnixSeconds } from '../../shared/units.ts';
import type { Standing } from './budgets.ts';
import { createFeedBytes, type FeedAnswer, type FeedBytes } from './feed-bytes.ts';

export interface LiveOrder extends Standing {
  readonly digest: Hex;
  readonly entry: FeedEntry;
  /** The order's slot in the prepared bytes, and the length of its JSON. */
  readonly slot: number;
  readonly bytes: number;
}

/** The orders of this instance's feed, with a response that is always prepared. */
export interface LiveOrders {
  /** Adds a new order. The order is shown if its standing allows that. */
  add(digest: Hex, entry: FeedEntry, body: string, standing: Standing): void;
  remove(digest: Hex): void;
  /**
   * Drops orders that can't be filled after this second, and orders that were hidden for too long.
   * Returns the digests of the orders that were hidden.
   */
  prune(now: UnixSeconds): Hex[];
  /** Hides or shows an order. A hidden order may be shown again, because chains reorganize. */
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
  /** Returns the orders with a rank below `rank`: the lowest rank first, then the oldest. */
  below(rank: bigint): LiveOrder[];
  /** Returns the feed's response, with the same chunks until something changes. */
  answer(now: EpochMs, marketData: Readonly<Record<string, number>>): FeedAnswer;
}

/**
 * Returns the rank that decides which orders stay when space is short: the amount that the maker
 * can pay, 0 if unknown, -1 for an order that isn't listed.
 */
export function rankOf({ isOpen, isFunded, worth }: Standing): bigint {
  return isOpen && isFunded ? (worth ?? 0n) : -1n;
}

/**
 * Creates an empty feed. `onShown` gets the JSON of an order that becomes shown; for an order that
 * becomes hidden, `onShown` gets no JSON.
 */
export function createLiveOrders(
  hiddenSeconds: number,
  onShown: (digest: Hex, body: string | undefined) => void,
): LiveOrders {
  const orders = new Map<Hex, LiveOrder>();
  const unfunded = new Set<Hex>();
  /** Time at which each hidden order was first seen hidden. */
  const hiddenSince = new Map<Hex, UnixSeconds>();
  const makers = new Map<string, number>();
  const feed: FeedBytes = createFeedBytes();
  let bytes = 0;

  function remove(digest: Hex): void {
    const order = orders.get(digest);
    if (order === undefined) return;
    orders.delete(digest);
    unfunded.delete(digest);
    hiddenSince.delete(digest);
    bytes -= order.bytes;
    feed.free(order.slot);
    if (order.isOpen && order.isFunded) onShown(digest, undefined);
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

  function isHiddenTooLong({ digest, isOpen, isFunded }: LiveOrder, now: UnixSeconds): boolean {
    if (isOpen && isFunded) {
      hiddenSince.delete(digest);
      return false;
    }
    const since = hiddenSince.get(digest) ?? now;
    hiddenSince.set(digest, since);
    return now - since > hiddenSeconds;
  }

  return {
    add(digest, entry, body, standing) {
      if (orders.has(digest)) return;
      // The comma before each entry counts too.
      const length = Buffer.byteLength(body) + 1;
      const isShown = standing.isOpen && standing.isFunded;
      const slot = feed.take(body, isShown);
      if (isShown) onShown(digest, body);
      place({ digest, entry, slot, bytes: length, ...standing });
      bytes += length;
      const { maker } = entry.order;
      makers.set(maker, (makers.get(maker) ?? 0) + 1);
    },
    remove,
    prune(now) {
      const early: Hex[] = [];
      for (const order of orders.values()) {
        const { digest, entry } = order;
        const isOver = entry.order.orderExpiryTimestamp < now || entry.order.expiry <= now;
        if (!isOver && !isHiddenTooLong(order, now)) continue;
        remove(digest);
        if (!isOver) early.push(digest);
      }
      return early;
    },
    setStanding(digest, standing) {
      const order = orders.get(digest);
      if (order === undefined) return;
      const { isOpen, isFunded, worth, funds } = standing;
      const isShown = isOpen && isFunded;
      const isSame = order.isOpen === isOpen && order.isFunded === isFunded;
      if (isSame && order.worth === worth && order.funds === funds) return;
      place({ ...order, ...standing });
      if ((order.isOpen && order.isFunded) === isShown) return;
      const body = feed.show(order.slot, isShown);
      onShown(digest, isShown ? body : undefined);
    },
    get: (digest) => orders.get(digest),
    values: () => orders.values(),
    *unfunded() {
      for (const digest of unfunded) {
        const order = orders.get(digest);
        if (order !== undefined) yield order;
      }
    },
    below(rank) {
      const lesser = [...orders.values()].filter((order) => rankOf(order) < rank);
      return lesser.sort((a, b) => compare(rankOf(a), rankOf(b)));
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

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
