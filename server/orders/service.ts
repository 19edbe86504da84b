import { type Address, getAddress, type Hex, maxUint256 } from 'viem';
import { type FeedEntry, parseFeedEntry } from '../../shared/orders/parse-feed.ts';
import { recoverWithdrawal } from '../../shared/orders/withdrawal.ts';
import { parseJson } from '../../shared/parse.ts';
import type { Clock } from '../../shared/ports.ts';
import { secondsOf, toNumber8 } from '../../shared/units.ts';
import { within } from '../within.ts';
import { type AdmissionDeps, admitFeed, admitPost } from './admission.ts';
import type { UnlistedReason } from './budgets.ts';
import type { ChainState } from './chain-state.ts';
import { entryToWire, type VerifiedEntry } from './entry.ts';
import { OrdersError } from './errors.ts';
import type { FeedAnswer } from './feed-bytes.ts';
import { withFeedExtras } from './greeks.ts';
import { LIMITS, type OrdersLimits } from './limits.ts';
import type { LiveOrders } from './live-orders.ts';
import { divideFeed, dividePost, type PreparedEntry } from './room.ts';
import type { OrdersStore } from './store.ts';
import type { EntryRow } from './tables.ts';

/** Maximum rows per read of other instances' changes. */
const ROWS = 2_000;
/** Seconds for which expired rows are kept. The clocks of instances differ. */
const KEPT_SECONDS = 300;

interface PostedEntry {
  readonly digest: Hex;
  /** `accepted`, or the reason why the feed doesn't list the order now. */
  readonly status: 'accepted' | UnlistedReason;
}

export interface OrdersService {
  /**
   * Verifies and stores a maker's post. Returns one result per entry, in order.
   * @throws OrdersError
   */
  post(body: unknown): Promise<PostedEntry[]>;
  /** Publishes the valid entries of another feed. Returns their number. */
  publish(entries: readonly FeedEntry[], source: string): Promise<number>;
  /**
   * Withdraws an order if its maker has signed the withdrawal.
   * @throws OrdersError
   */
  withdraw(digest: Hex, signature: Hex): Promise<void>;
  /**
   * Reads other instances' changes. `isWhole` reads all orders. After a long gap, changes may have
   * been deleted. After a failover, the last changes may be lost.
   */
  catchUp(isWhole?: boolean): Promise<void>;
  /** Drops orders from memory that have expired or were hidden for too long. */
  prune(): void;
  /** Marks the dropped orders in the database. */
  storeDropped(): Promise<void>;
  /** Deletes expired orders from the database. */
  forget(): Promise<void>;
  /** Spot prices by ticker. */
  marketData(): Readonly<Record<string, number>>;
  feed(): FeedAnswer;
}

export function createOrdersService(
  deps: AdmissionDeps & {
    readonly clock: Clock;
    readonly store: OrdersStore;
    readonly live: LiveOrders;
    readonly chain: Pick<ChainState, 'prices' | 'askStanding' | 'standing' | 'unlistedReason'>;
    readonly limits?: OrdersLimits | undefined;
    /** Reports a stored entry that can't be parsed and that the feed skips. */
    readonly reportUnreadable: (digest: Hex) => void;
  },
): OrdersService {
  const { clock, store, live, chain, limits = LIMITS } = deps;
  let mark = 0;
  let catchingUp = Promise.resolve();
  /** Digests of orders that this instance has dropped, but not marked in the database yet. */
  const dropped: Hex[] = [];

  const seconds = () => secondsOf(clock.now());

  function show(row: Pick<EntryRow, 'digest' | 'state' | 'body'>): void {
    const digest = row.digest as Hex;
    if (row.state !== 'live') {
      live.remove(digest);
      return;
    }
    if (live.get(digest) !== undefined) return;
    const entry = parseFeedEntry(parseJson(row.body));
    if (typeof entry === 'string') {
      deps.reportUnreadable(digest);
      return;
    }
    if (entry.order.orderExpiryTimestamp < seconds()) return;
    live.add(digest, entry, row.body, chain.standing(entry));
  }

  function prepare({ digest, entry }: VerifiedEntry, source: string): PreparedEntry {
    const body = JSON.stringify(entryToWire(withFeedExtras(entry, chain.prices(), seconds())));
    const { maker, orderExpiryTimestamp } = entry.order;
    const row = { digest, maker, quote_expiry: orderExpiryTimestamp, source, body };
    return { digest, entry, row, ...chain.standing(entry) };
  }

  /** Returns the entries that are new to the feed, with the state of their makers' funds. */
  async function prepareNew(
    verified: readonly VerifiedEntry[],
    source: string,
  ): Promise<PreparedEntry[]> {
    const fresh = new Map(
      verified
        .filter(({ digest }) => live.get(digest) === undefined)
        .map((one) => [one.digest, one]),
    );
    const entries = [...fresh.values()];
    // If the chain doesn't respond in time, the orders are kept.
    const asked = chain.askStanding(entries.map(({ entry }) => entry)).catch(() => undefined);
    await within(deps.deadlines.chain, asked, () => undefined);
    return entries.map((one) => prepare(one, source));
  }

  /** Stores entries before showing them, so that the database has every order of the feed. */
  async function keep(
    { taken, yielding }: { taken: readonly PreparedEntry[]; yielding: readonly Hex[] },
    mode: 'strict' | 'lenient',
  ): Promise<void> {
    if (taken.length === 0) return;
    await store.add(
      taken.map(({ row }) => row),
      mode,
    );
    if (yielding.length > 0) await store.drop(yielding, seconds());
    // Catches up before the response, because the poster may read the feed immediately, and another
    // instance may have changed these orders.
    await catchUp();
  }

  /** Reads run one after another, because an older state must not overwrite a newer one. */
  function catchUp(isWhole = false): Promise<void> {
    catchingUp = catchingUp.catch(() => undefined).then(() => readChanges(isWhole));
    return catchingUp;
  }

  async function readChanges(isWhole: boolean): Promise<void> {
    const missing = new Set(isWhole ? [...live.values()].map(({ digest }) => digest) : []);
    if (isWhole) mark = 0;
    for (;;) {
      const rows = await store.changedSince(mark, ROWS);
      for (const row of rows) {
        missing.delete(row.digest as Hex);
        show(row);
      }
      mark = rows.at(-1)?.seq ?? mark;
      if (rows.length < ROWS) break;
    }
    for (const digest of missing) live.remove(digest);
    trim();
  }

  /**
   * Drops orders above the limits. Together, several instances may have accepted too many orders.
   */
  function trim(): void {
    if (live.size <= limits.all) return;
    const least = live.below(maxUint256).slice(0, live.size - limits.all);
    for (const { digest } of least) {
      live.remove(digest);
      dropped.push(digest);
    }
  }

  return {
    async post(body) {
      const verified = await admitPost(body, deps);
      await keep(dividePost(await prepareNew(verified, 'maker'), live, limits), 'strict');
      return verified.map(({ digest, entry }) => ({
        digest,
        status: chain.unlistedReason(entry) ?? 'accepted',
      }));
    },
    async publish(entries, source) {
      const verified = await admitFeed(entries.slice(0, limits.all), deps);
      await keep(divideFeed(await prepareNew(verified, source), live, limits), 'lenient');
      return verified.length;
    },
    async withdraw(digest, signature) {
      const row = await store.find(digest);
      if (row?.state !== 'live')
        throw new OrdersError('unknown-order', 'The feed has no such order.');
      const maker = getAddress(row.maker);
      const signer = recoverWithdrawal(digest, signature);
      if (signer === undefined || !(signer === maker || (await accepts(deps, maker, signer))))
        throw new OrdersError('not-the-maker', 'Only its maker can withdraw an order.');
      await store.withdraw(digest);
      live.remove(digest);
    },
    catchUp,
    prune() {
      dropped.push(...live.prune(seconds()));
    },
    async storeDropped() {
      const stored = [...dropped];
      await store.drop(stored, seconds());
      dropped.splice(0, stored.length);
    },
    forget: () => store.forget(seconds() - KEPT_SECONDS),
    marketData: () => spotPrices(chain),
    feed: () => live.answer(clock.now(), spotPrices(chain)),
  };
}

function spotPrices(chain: Pick<ChainState, 'prices'>): Record<string, number> {
  const prices = Object.entries(chain.prices());
  return Object.fromEntries(prices.map(([asset, price]) => [asset, toNumber8(price)]));
}

/** Signers that a maker contract accepts may also withdraw the contract's orders. */
async function accepts(
  { acceptedSigners, deadlines }: AdmissionDeps,
  maker: Address,
  signer: Address,
): Promise<boolean> {
  const asked = acceptedSigners(new Map([[maker, new Set([signer])]]));
  const accepted = await within(deadlines.chain, asked, () => new Map());
  return accepted.get(maker)?.has(signer) === true;
}
