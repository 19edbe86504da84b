import { isRecent } from '../../../shared/is-recent.ts';
import type { Failure } from '../../../shared/messages/failures.ts';
import type { OrderRow, OrdersChecked, OrdersView } from '../../../shared/messages/market.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { usableBudget } from '../../../shared/orders/unfillable.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { secondsOf } from '../../../shared/units.ts';
import type { Stored } from '../state/stored.ts';
import type { OrdersCache } from '../state/stored-keys.ts';
import type { OrderChecks } from './checks.ts';
import { type FeedSnapshot, FRESH_MS, type OrdersFeed } from './feed.ts';
import { availableOf, listedSpots, orderRow, orderRows, slowlyLeftOutBy } from './rows.ts';

/** Rows stored for the next start: many screens, about 300 kB. */
const MAX_CACHED = 500;

/** Milliseconds in which the page paints a list first: storing one takes as long as building it. */
const KEEP_AFTER_MS = 300;

/** The page leaves out quotes that have expired. */
const KEPT_SECONDS = 60;

export type OrdersListing = ReturnType<typeof createOrdersListing>;

/**
 * Live orders as pages see them: first the last read, then the feeds' answers, then the results of
 * the slow checks.
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
  let cachedAt: number | undefined;
  let built: { snapshot: FeedSnapshot; second: number; view: OrdersView } | undefined;

  /** Reuses ten thousand rows for a second page, or one that opens again. */
  function viewOf(snapshot: FeedSnapshot): OrdersView {
    const second = now();
    if (built?.snapshot !== snapshot || second - built.second >= KEPT_SECONDS) {
      built = { snapshot, second, view: orderRows(snapshot, second, checks) };
    }
    return built.view;
  }

  /**
   * Members of a row that come from the chain: its budget, and a seller's amount by the oracle's
   * price.
   */
  function changedOf(digest: string, entry: FeedEntry, { feed: { marketData } }: FeedSnapshot) {
    const { isLong, priceFeed } = entry.order;
    if (isLong) {
      const row = orderRow(digest, entry, marketData, now(), checks);
      if (row === undefined) return undefined;
      const { edge, isByFeed = false, maxLoss, available, budgetUsd, profitChance } = row;
      return {
        isByFeed,
        ...(edge === undefined ? {} : { edge }),
        ...(profitChance === undefined ? {} : { profitChance }),
        available,
        ...(maxLoss === undefined ? {} : { maxLoss }),
        ...(budgetUsd === undefined ? {} : { budgetUsd }),
      };
    }
    const { maxCollateralUsable } = entry.order;
    // Most makers cover their whole budget: their rows stay as they are.
    if (usableBudget(entry.order, checks.makerOf(entry)) === maxCollateralUsable) return undefined;
    const description = describeOrder(entry.order);
    const spot = checks.oracleOf(priceFeed) ?? marketData[description.asset ?? ''];
    return availableOf(entry, description, spot, checks);
  }

  async function keep(view: OrdersView): Promise<void> {
    if (view.at === undefined || view.at === cachedAt) return;
    cachedAt = view.at;
    await deps.stored.write({ at: view.at, rows: view.rows.slice(0, MAX_CACHED).map(unchecked) });
  }

  async function known(): Promise<OrdersView> {
    const last = feed.last();
    if (last !== undefined)
      return { ...viewOf(last), isNew: isRecent(last.at, clock.now(), FRESH_MS) };
    const kept = await deps.stored.read();
    return { rows: [], refused: [], unfillable: [], newer: 0, spot: {}, feeds: [], ...kept };
  }

  return {
    /**
     * Returns what is known without waiting; rows of a former start are unchecked. Reads the feeds
     * meanwhile if necessary, for the page's next question.
     */
    cached(): Promise<OrdersView> {
      void feed.fresh().catch(() => undefined);
      return known();
    },

    /** Returns the feeds' orders, read again when `isFresh` is set or they are 30 seconds old. */
    async list(isFresh: boolean): Promise<OrdersView> {
      try {
        const view = viewOf(await (isFresh ? feed.refresh() : feed.fresh()));
        void deps
          .wait(KEEP_AFTER_MS)
          .then(() => keep(view))
          // A failed write only affects the next start.
          .catch(() => undefined);
        return view;
      } catch (error) {
        // The former list stays on the screen, with its age and the reason.
        return { ...(await known()), problem: deps.failureOf(error) };
      }
    },

    /** Waits for a change of the orders that a page shows; returns whether there was one. */
    changed: ({ at }: { readonly at: number }): Promise<boolean> => feed.changed(at),

    /** Waits for the slow checks of the newest list: signatures, and budgets on the chain. */
    async check(): Promise<OrdersChecked> {
      const snapshot = feed.last();
      if (snapshot === undefined) return { refused: [], unfillable: [], left: [], spot: {} };
      await checks.run(snapshot);
      // The rows include the results from now on.
      built = undefined;
      const entries = [...snapshot.byDigest];
      const leftOut = entries.flatMap(([digest, entry]) => {
        const found = slowlyLeftOutBy(digest, entry, checks);
        return found === undefined ? [] : [{ digest, ...found }];
      });
      return {
        at: snapshot.at,
        refused: leftOut.flatMap((found) =>
          found.kind === 'refused' ? [{ digest: found.digest, reason: found.reason }] : [],
        ),
        unfillable: leftOut.flatMap((found) =>
          found.kind === 'unfillable' ? [{ digest: found.digest, code: found.code }] : [],
        ),
        left: entries.flatMap(([digest, entry]) => {
          const changed = changedOf(digest, entry, snapshot);
          return changed === undefined ? [] : [{ digest, ...changed }];
        }),
        spot: listedSpots(snapshot.feed.marketData, checks),
      };
    },
  };
}

/** Results of checks aren't kept beyond the worker's life. */
function unchecked(row: OrderRow): OrdersCache['rows'][number] {
  return { ...row, strikes: [...row.strikes], isChecked: false };
}
