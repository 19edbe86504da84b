import type { Hex } from 'viem';
import { type FeedEntry, parseFeedEntry } from '../../shared/orders/parse-feed.ts';
import { toNumber8 } from '../../shared/orders/price.ts';
import { recoverWithdrawal } from '../../shared/orders/withdrawal.ts';
import type { Clock } from '../../shared/ports.ts';
import { unixSeconds } from '../../shared/units.ts';
import { type AdmissionDeps, admitFeed, admitPost } from './admission.ts';
import type { ChainState } from './chain-state.ts';
import { entryToWire, type VerifiedEntry } from './entry.ts';
import { OrdersError } from './errors.ts';
import { withFeedExtras } from './greeks.ts';
import type { LiveOrders } from './live-orders.ts';
import type { OrdersStore } from './store.ts';
import type { EntryRow } from './tables.ts';

/**
 * Live orders of one maker, of all, and of all before upstreams have to stop: signatures cost nothing,
 * and a feed that lies with sound ones must leave room for makers who post.
 */
const LIMITS = { perMaker: 2_000, all: 20_000, fromUpstreams: 15_000 };
export type OrdersLimits = Readonly<typeof LIMITS>;
/** Rows read at once when catching up with other instances. */
const ROWS = 2_000;
/** Expired rows stay this long, so that a withdrawal outlives clocks that differ. */
const KEPT_SECONDS = 300;

export interface OrdersService {
  /** Verifies and publishes a maker's post. @throws OrdersError */
  post(body: unknown): Promise<Hex[]>;
  /** Publishes what passes of an upstream's feed; the answer is how many entries passed. */
  publish(entries: readonly FeedEntry[], source: string): Promise<number>;
  /** Takes an order out of the feed on its maker's word. @throws OrdersError */
  withdraw(digest: Hex, signature: Hex): Promise<void>;
  /** Reads what other instances changed. */
  catchUp(): Promise<void>;
  /** Drops what has expired, here and, when told so, from the database. */
  prune(fromDatabase: boolean): Promise<void>;
  feed(): Buffer;
}

export function createOrdersService(
  deps: AdmissionDeps & {
    readonly clock: Clock;
    readonly store: OrdersStore;
    readonly live: LiveOrders;
    readonly chain: Pick<ChainState, 'prices'>;
    readonly limits?: OrdersLimits | undefined;
  },
): OrdersService {
  const { clock, store, live, chain, limits = LIMITS } = deps;
  let mark = 0;

  const seconds = () => unixSeconds(Math.floor(clock.now() / 1000));

  function show(row: Pick<EntryRow, 'digest' | 'state' | 'body'>): void {
    const digest = row.digest as Hex;
    if (row.state === 'withdrawn') {
      live.remove(digest);
      return;
    }
    const entry = parseFeedEntry(JSON.parse(row.body));
    if (typeof entry === 'string' || entry.order.orderExpiryTimestamp < seconds()) return;
    live.add(digest, entry, row.body);
  }

  /** Stores, then shows: what a feed has shown once is in the database. */
  async function keep(verified: readonly VerifiedEntry[], source: string): Promise<void> {
    const fresh = verified.filter(({ digest }) => live.get(digest) === undefined);
    if (fresh.length === 0) return;
    const prices = chain.prices();
    const now = seconds();
    const rows = await store.add(
      fresh.map(({ digest, entry }) => ({
        digest,
        maker: entry.order.maker,
        quote_expiry: entry.order.orderExpiryTimestamp,
        source,
        body: JSON.stringify(entryToWire(withFeedExtras(entry, prices, now))),
      })),
    );
    for (const row of rows) show(row);
    // Another instance was faster: its rows are not here yet, and the poster may look at once.
    if (rows.length < fresh.length) await catchUp();
  }

  async function catchUp(): Promise<void> {
    for (;;) {
      const rows = await store.changedSince(mark, ROWS);
      for (const row of rows) show(row);
      mark = rows.at(-1)?.seq ?? mark;
      if (rows.length < ROWS) return;
    }
  }

  function requireRoom(verified: readonly VerifiedEntry[]): void {
    const counts = new Map<string, number>();
    for (const { digest, entry } of verified) {
      if (live.get(digest) !== undefined) continue;
      const { maker } = entry.order;
      const count = (counts.get(maker) ?? live.countOf(maker)) + 1;
      counts.set(maker, count);
      if (count > limits.perMaker || live.size + verified.length > limits.all)
        throw new OrdersError('too-many', 'There are too many live orders.', {
          details: { limit: count > limits.perMaker ? limits.perMaker : limits.all },
        });
    }
  }

  /** What of an upstream's orders there is room for; those that are live already need none. */
  function withinLimits(verified: readonly VerifiedEntry[]): VerifiedEntry[] {
    const counts = new Map<string, number>();
    let size = live.size;
    return verified.filter(({ digest, entry: { order } }) => {
      if (live.get(digest) !== undefined) return false;
      const count = (counts.get(order.maker) ?? live.countOf(order.maker)) + 1;
      if (count > limits.perMaker || size >= limits.fromUpstreams) return false;
      counts.set(order.maker, count);
      size += 1;
      return true;
    });
  }

  return {
    async post(body) {
      const verified = await admitPost(body, deps);
      requireRoom(verified);
      await keep(verified, 'maker');
      return verified.map(({ digest }) => digest);
    },
    async publish(entries, source) {
      const verified = await admitFeed(entries.slice(0, limits.all), deps);
      await keep(withinLimits(verified), source);
      return verified.length;
    },
    async withdraw(digest, signature) {
      const row = await store.find(digest);
      const entry = row === undefined ? 'none' : parseFeedEntry(JSON.parse(row.body));
      if (row?.state !== 'live' || typeof entry === 'string')
        throw new OrdersError('unknown-order', 'The feed has no such order.');
      if (recoverWithdrawal(digest, signature) !== entry.order.maker)
        throw new OrdersError('not-the-maker', 'Only its maker can withdraw an order.');
      await store.withdraw(digest);
      live.remove(digest);
    },
    catchUp,
    async prune(fromDatabase) {
      live.prune(seconds());
      if (fromDatabase) await store.forget(seconds() - KEPT_SECONDS);
    },
    feed() {
      const prices = Object.entries(chain.prices());
      const market = Object.fromEntries(prices.map(([asset, price]) => [asset, toNumber8(price)]));
      return live.bytes(clock.now(), market);
    },
  };
}
