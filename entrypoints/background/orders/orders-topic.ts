import { toJson } from '../../../shared/codec.ts';
import { changesOf } from '../../../shared/desk/row-changes.ts';
import type { OrderRow, OrdersPart, OrdersView } from '../../../shared/messages/market.ts';
import { RowForm } from '../../../shared/messages/row-amounts.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import type { Watcher } from '../kernel/feature.ts';
import type { OrdersFeed } from '../market/feed/feed.ts';
import type { OrdersListing } from './listing.ts';
import { hasRunOut, untilNextRead } from './read-times.ts';

/** Number of rows that a page reads without missing a frame. */
const PART_ROWS = 500;

/** Number of kept lists. Usually all pages have the same list. */
const KEPT_LISTS = 3;

interface Named {
  readonly id: string;
  readonly rows: readonly OrderRow[];
}

interface Page {
  readonly send: (part: OrdersPart) => void;
  has: Named | undefined;
  /** The page's list without its rows, as JSON text. */
  rest?: string;
  /** Resolves when the page has received all earlier parts. */
  sending: Promise<void>;
}

/**
 * Sends unexpired orders to watching pages: first as last read, then after each change of the
 * feeds, then with the results of checks. Long lists are sent in parts, so that a page can draw
 * between two parts. A page that has a list gets only its changes.
 */
export function createOrdersTopic(deps: {
  listing: Pick<OrdersListing, 'cached' | 'list' | 'keep' | 'check'>;
  feed: Pick<OrdersFeed, 'changed'>;
  clock: Clock;
  wait: Wait;
}) {
  const { listing, clock } = deps;
  /** Makes names of lists unique, even across workers. */
  const life = clock.now();
  let count = 0;
  /** Newest first. */
  let lists: readonly Named[] = [];
  const pages = new Set<Page>();
  let isFollowing = false;
  /** Resolves when the list must be sent before its time. */
  let due = Promise.withResolvers<void>();
  /** Time of the list whose checks have begun. Each list is checked only once. */
  let checkedAt: number | undefined;

  function listOf(rows: readonly OrderRow[]): Named {
    const known = lists.find((list) => list.rows === rows);
    if (known === undefined) count += 1;
    const list = known ?? { id: `${life} ${count}`, rows };
    lists = [list, ...lists.filter((one) => one !== list)].slice(0, KEPT_LISTS);
    return list;
  }

  function send(page: Page, view: OrdersView): Promise<void> {
    page.sending = page.sending.then(() => sendParts(page, view));
    return page.sending;
  }

  async function sendParts(page: Page, { rows: all, ...view }: OrdersView): Promise<void> {
    const list = listOf(all);
    const rest = { ...view, list: list.id };
    const text = JSON.stringify(rest);
    if (page.rest === text) return;
    const changes = page.has && changesOf(page.has.rows, list.rows);
    const rows = changes?.rows ?? list.rows;
    page.has = list;
    page.rest = text;
    for (let from = 0; from === 0 || from < rows.length; from += PART_ROWS) {
      if (from > 0) await deps.wait(0);
      if (!pages.has(page)) return;
      page.send({
        rows: rows.slice(from, from + PART_ROWS).map((row) => toJson(RowForm, row)),
        ...(from === 0 ? { gone: changes?.gone ?? 'all' } : {}),
        ...(from + PART_ROWS < rows.length ? {} : { rest }),
      });
    }
  }

  async function sendAll(view: OrdersView): Promise<void> {
    await Promise.all([...pages].map((page) => send(page, view)));
    void listing.keep(view);
  }

  function check(view: OrdersView): void {
    if (view.at === undefined || view.at === checkedAt || !isToBeChecked(view)) return;
    checkedAt = view.at;
    // Unchecked rows can't be opened. They are checked again with the next list.
    listing
      .check()
      .finally(() => due.resolve())
      .catch(() => undefined);
  }

  async function follow(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    // After a failure, the next page that watches restarts the loop.
    await followPages().finally(() => {
      isFollowing = false;
    });
  }

  async function followPages(): Promise<void> {
    let isRunOut = false;
    while (pages.size > 0) {
      due = Promise.withResolvers();
      const view = await listing.list(isRunOut);
      await sendAll(view);
      check(view);
      const { at } = view;
      await Promise.race([
        due.promise,
        deps.wait(untilNextRead(view, clock.now())),
        ...(at === undefined || view.problem !== undefined ? [] : [deps.feed.changed(at)]),
      ]);
      isRunOut = hasRunOut(view, clock.now());
    }
  }

  return {
    /** Sends the orders to a page until the returned function is called. */
    watch({ send: to, fail }: Watcher<OrdersPart>, known?: string): () => void {
      const page: Page = {
        send: to,
        has: lists.find(({ id }) => id === known),
        sending: Promise.resolve(),
      };
      pages.add(page);
      const begin = async () => {
        await send(page, await listing.cached());
        due.resolve();
        await follow();
      };
      begin().catch(fail);
      return () => pages.delete(page);
    },

    async refresh(): Promise<void> {
      const view = await listing.list(true);
      await sendAll(view);
      check(view);
    },
  };
}

/**
 * Returns true while rows wait for check results or the chain's price. An earlier read may have
 * checked all signatures before the node reported the price.
 */
function isToBeChecked({ rows, spot }: OrdersView): boolean {
  return rows.some(({ isChecked, asset }) => !isChecked || spot[asset]?.source === 'order feed');
}
