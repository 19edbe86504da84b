import type { Hex } from 'viem';
import type { Standing } from './budgets.ts';
import type { VerifiedEntry } from './entry.ts';
import { OrdersError } from './errors.ts';
import type { OrdersLimits } from './limits.ts';
import type { LiveOrders } from './live-orders.ts';
import type { NewEntry } from './store.ts';

/** An entry that is ready to be stored, with its standing. */
export interface PreparedEntry extends VerifiedEntry, Standing {
  readonly row: NewEntry;
}

/** The entries to store, and the unfunded orders that are dropped for them. */
export interface Division {
  readonly taken: readonly PreparedEntry[];
  readonly yielding: readonly Hex[];
}

type Room = Pick<LiveOrders, 'size' | 'bytes' | 'unfundedSize' | 'unfunded' | 'countOf'>;

/**
 * Makes room for a whole post. Orders of makers who can't pay aren't shown and are dropped for any
 * other order, oldest first.
 * @throws OrdersError `too-many` with the limit that is reached
 */
export function dividePost(
  entries: readonly PreparedEntry[],
  live: Room,
  limits: OrdersLimits,
): Division {
  const counts = new Map<string, number>();
  for (const { entry } of entries) {
    const { maker } = entry.order;
    const count = (counts.get(maker) ?? live.countOf(maker)) + 1;
    counts.set(maker, count);
    if (count > limits.perMaker) throw full(limits.perMaker);
  }
  const funded = entries.filter(({ isFunded }) => isFunded);
  const unfunded = entries.length - funded.length;
  if (unfunded > limits.unfunded) throw full(limits.unfunded);
  let size = live.size + entries.length;
  let bytes = live.bytes + sum(entries);
  let waiting = live.unfundedSize + unfunded;
  const yielding: Hex[] = [];
  const isFull = () => size > limits.all || bytes > limits.bytes;
  for (const order of live.unfunded()) {
    // An unfunded order replaces only other unfunded orders.
    if (!(waiting > limits.unfunded || (isFull() && funded.length > 0))) break;
    yielding.push(order.digest);
    size--;
    waiting--;
    bytes -= order.bytes;
  }
  if (isFull()) throw full(size > limits.all ? limits.all : limits.bytes);
  return { taken: entries, yielding };
}

/**
 * Returns the orders of an upstream that fit. An upstream repeats its orders, so no stored order is
 * dropped for them.
 */
export function divideFeed(
  entries: readonly PreparedEntry[],
  live: Room,
  limits: OrdersLimits,
): Division {
  const counts = new Map<string, number>();
  let { size, bytes } = live;
  const taken = entries.filter(({ entry: { order }, row, isFunded }) => {
    const count = (counts.get(order.maker) ?? live.countOf(order.maker)) + 1;
    const length = row.body.length + 1;
    if (!isFunded || count > limits.perMaker) return false;
    if (size >= limits.fromUpstreams || bytes + length > limits.bytes) return false;
    counts.set(order.maker, count);
    size += 1;
    bytes += length;
    return true;
  });
  return { taken, yielding: [] };
}

/** Entries are ASCII: all their texts are numbers, addresses or our own. */
function sum(entries: readonly PreparedEntry[]): number {
  return entries.reduce((total, { row }) => total + row.body.length + 1, 0);
}

function full(limit: number): OrdersError {
  return new OrdersError('too-many', 'There are too many live orders.', { details: { limit } });
}
