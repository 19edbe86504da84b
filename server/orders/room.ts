import type { Hex } from 'viem';
import type { Usd8 } from '../../shared/units.ts';
import type { Standing } from './budgets.ts';
import type { VerifiedEntry } from './entry.ts';
import { OrdersError } from './errors.ts';
import type { OrdersLimits } from './limits.ts';
import { type LiveOrder, type LiveOrders, rankOf } from './live-orders.ts';
import type { NewEntry } from './store.ts';

/** A verified entry to be stored, with the amount that its maker can pay. */
export interface PreparedEntry extends VerifiedEntry, Standing {
  readonly row: NewEntry;
}

/** The entries to store, and the orders that are dropped to make room. */
export interface Division {
  readonly taken: readonly PreparedEntry[];
  readonly yielding: readonly Hex[];
}

type Room = Pick<LiveOrders, 'size' | 'bytes' | 'unfundedSize' | 'unfunded' | 'countOf' | 'below'>;

/**
 * Makes room for all entries of a post. When the feed is full, each entry replaces an order whose
 * maker can pay less. Orders of makers who can't pay aren't shown and have a separate limit.
 * @throws OrdersError `too-many` with the limit that is reached
 */
export function dividePost(
  entries: readonly PreparedEntry[],
  live: Room,
  limits: OrdersLimits,
): Division {
  const counts = createCounts(live, limits);
  for (const entry of entries) {
    const quota = counts.exceeds(entry);
    if (quota !== undefined) throw full(quota);
  }
  const unfunded = entries.filter(({ isFunded }) => !isFunded).length;
  if (unfunded > limits.unfunded) throw full(limits.unfunded);
  const yielding = new Set<Hex>();
  let size = live.size + entries.length;
  let bytes = live.bytes + sum(entries);
  const giveUp = (order: LiveOrder) => {
    yielding.add(order.digest);
    size--;
    bytes -= order.bytes;
  };
  let excess = live.unfundedSize + unfunded - limits.unfunded;
  for (const order of live.unfunded()) {
    if (excess-- <= 0) break;
    giveUp(order);
  }
  const isFull = () => size > limits.all || bytes > limits.bytes;
  if (isFull()) {
    // The lowest live order makes room for the post's best entry, the next order for the
    // second-best entry.
    const ranks = entries.map(rankOf).sort((a, b) => (a < b ? 1 : -1));
    const lesser = live.below(ranks[0] ?? -1n).filter(({ digest }) => !yielding.has(digest));
    for (const [i, order] of lesser.entries()) {
      if (!isFull() || rankOf(order) >= (ranks[i] ?? ranks.at(-1) ?? -1n)) break;
      giveUp(order);
    }
  }
  if (isFull()) throw full(size > limits.all ? limits.all : limits.bytes);
  return { taken: entries, yielding: [...yielding] };
}

/**
 * Returns the orders of another feed for which there is room, preferring those whose makers can pay
 * most. No stored order is dropped for another feed's order, because the other feed repeats its
 * orders anyway.
 */
export function divideFeed(
  entries: readonly PreparedEntry[],
  live: Room,
  limits: OrdersLimits,
): Division {
  const counts = createCounts(live, limits);
  let { size, bytes } = live;
  const ranked = entries.toSorted((a, b) => (rankOf(a) > rankOf(b) ? -1 : 1));
  const taken = ranked.filter((entry) => {
    const length = entry.row.body.length + 1;
    if (!entry.isFunded || size >= limits.fromUpstreams) return false;
    if (bytes + length > limits.bytes || counts.exceeds(entry) !== undefined) return false;
    size += 1;
    bytes += length;
    return true;
  });
  return { taken, yielding: [] };
}

/** Counts the stored and the new orders of each maker. */
function createCounts(live: Room, limits: OrdersLimits) {
  const counts = new Map<string, number>();
  return {
    /** Counts an entry. If the entry would exceed its maker's quota, returns the quota instead. */
    exceeds({ entry, funds }: PreparedEntry): number | undefined {
      const { maker } = entry.order;
      const count = (counts.get(maker) ?? live.countOf(maker)) + 1;
      const quota = placesFor(funds, limits);
      if (count > quota) return quota;
      counts.set(maker, count);
      return undefined;
    },
  };
}

/** Returns the maximum number of a maker's orders. Unknown funds count in the maker's favour. */
function placesFor(funds: Usd8 | undefined, limits: OrdersLimits): number {
  if (funds === undefined) return limits.perMaker;
  const paid = funds / (BigInt(limits.dollarsPerPlace) * 10n ** 8n);
  const places = BigInt(limits.freePlaces) + paid;
  return Number(places < limits.perMaker ? places : BigInt(limits.perMaker));
}

/** Entries contain only ASCII, so their characters count as bytes. */
function sum(entries: readonly PreparedEntry[]): number {
  return entries.reduce((total, { row }) => total + row.body.length + 1, 0);
}

function full(limit: number): OrdersError {
  return new OrdersError('too-many', 'There are too many live orders.', { details: { limit } });
}
