import { isRecent } from '../../../shared/is-recent.ts';
import type { Failure } from '../../../shared/messages/failures.ts';
import type { OrderRow, OrdersView } from '../../../shared/messages/market.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { secondsOf, type UnixSeconds } from '../../../shared/units.ts';
import type { Stored } from '../kernel/stored.ts';
import type { OrderChecks } from '../market/checks.ts';
import { type FeedSnapshot, FRESH_MS, type OrdersFeed } from '../market/feed/feed.ts';
import { orderRows } from '../market/rows.ts';
import type { OrdersCache } from './keys.ts';

/** Maximum number of rows stored for the next start: many screens, about 300 kB. */
const MAX_CACHED = 500;

/**
 * Milliseconds before a list is stored, so that a page can paint first. Storing a list takes as
 * long as building it.
 */
const KEEP_AFTER_MS = 300;

/** Seconds that a built list is reused. Pages leave out quotes that have expired. */
const KEPT_SECONDS = 60;

export type OrdersListing = ReturnType<typeof createOrdersListing>;

/**
 * Lists unexpired orders for pages: first as last read, then with the feeds' answers, then with the
 * results of the slow checks.
 */
export function createOrdersListing(deps: {
  feed: OrdersFeed;
  checks: OrderChecks;
  stored: Stored<OrdersCache>;
  clock: Clock;
  wait: Wait;
  failureOf: (error: unknown) => Failure;
}) {
  const { feed, checks, clock } = deps;
  const now = () => secondsOf(clock.now());
  let kept: { readonly at: number; readonly count: number } | undefined;
  let built:
    | { snapshot: FeedSnapshot; second: UnixSeconds; view: OrdersView | undefined }
    | undefined;
  /** The last orders that passed the slow checks. */
  let checked: FeedSnapshot | undefined;

  /**
   * Returns a snapshot's list. Reuses a built list for a second page, or for a page that opens
   * again.
   */
  function viewOf(snapshot: FeedSnapshot): OrdersView {
    const isKept = built?.snapshot === snapshot && now() - built.second < KEPT_SECONDS;
    // Rows with check results keep the figures of the same second.
    const { second, view } = isKept && built ? built : { second: now(), view: undefined };
    const whole = view ?? orderRows(snapshot, second, checks);
    built = { snapshot, second, view: whole };
    return whole;
  }

  async function keep(view: OrdersView): Promise<void> {
    await deps.wait(KEEP_AFTER_MS);
    const { at } = view;
    const rows = view.rows.filter(({ isChecked }) => isChecked).slice(0, MAX_CACHED);
    if (at === undefined || rows.length === 0) return;
    if (kept?.at === at && kept.count === rows.length) return;
    kept = { at, count: rows.length };
    await deps.stored.write({ at, rows: rows.map(unchecked) });
  }

  async function known(): Promise<OrdersView> {
    const last = feed.last();
    if (last !== undefined)
      return { ...viewOf(last), isLive: isRecent(last.at, clock.now(), FRESH_MS) };
    const kept = await deps.stored.read();
    return { rows: [], refused: [], unfillable: [], newer: 0, spot: {}, feeds: [], ...kept };
  }

  return {
    /**
     * Returns known rows without waiting. Rows of an earlier worker are unchecked. Reads the feeds
     * in the background if necessary.
     */
    cached(): Promise<OrdersView> {
      void feed.fresh().catch(() => undefined);
      return known();
    },

    /**
     * Returns the feeds' orders, at most 30 seconds old. With `isFresh`, the feeds are always read
     * again.
     */
    async list(isFresh: boolean): Promise<OrdersView> {
      try {
        const view = viewOf(await (isFresh ? feed.refresh() : feed.fresh(built?.snapshot)));
        return { ...view, isLive: true };
      } catch (error) {
        // The last list stays visible, with its age and the failure.
        return { ...(await known()), isLive: false, problem: deps.failureOf(error) };
      }
    },

    /**
     * Stores the rows of a checked list, so that the next start shows no order that failed. A
     * failed write only affects the next start.
     */
    keep: (view: OrdersView): Promise<void> => keep(view).catch(() => undefined),

    /**
     * Waits until the last list has the results of the slow checks: signatures, budgets and prices
     * on the chain.
     */
    async check(): Promise<void> {
      const snapshot = built?.snapshot ?? feed.last();
      if (snapshot === undefined) return;
      await checks.run(snapshot);
      if (checked === snapshot) return;
      checked = snapshot;
      built = built && { ...built, view: undefined };
    },
  };
}

/** Leaves out check results and first prices. Only the worker's memory keeps them. */
function unchecked({
  feedVolatility: _,
  quoteSpot: _spot,
  ...row
}: OrderRow): OrdersCache['rows'][number] {
  return { ...row, strikes: [...row.strikes], isChecked: false };
}
