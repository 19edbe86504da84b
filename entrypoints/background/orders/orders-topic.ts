import { toJson } from '../../../shared/codec.ts';
import { changesOf } from '../../../shared/desk/row-changes.ts';
import {
  type OrderRow,
  OrderRowSchema,
  type OrdersPart,
  type OrdersView,
} from '../../../shared/messages/market.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import type { Watcher } from '../kernel/feature.ts';
import type { OrdersFeed } from '../market/feed/feed.ts';
import type { OrdersListing } from './listing.ts';
import { hasRunOut, untilNextRead } from './read-times.ts';

/** Rows that a page reads without missing a frame. */
const PART_ROWS = 500;

/** Lists that pages have or receive; usually they all have the same one. */
const KEPT_LISTS = 3;

interface Named {
  readonly id: string;
  readonly rows: readonly OrderRow[];
}

/** A page that shows live orders. */
interface Page {
  readonly send: (part: OrdersPart) => void;
  /** The list that it has. */
  has: Named | undefined;
  /** Everything but the rows, as JSON text. */
  rest?: string;
  /** Resolves when the page has received everything sent before. */
  sending: Promise<void>;
}

/**
 * Sends live orders to the pages that watch them: first as last read, then from the feeds whenever
 * they change, then with the checks' results. Long lists are sent in parts, between which a page can
 * draw, and only the changes of a list that the page has.
 */
export function createOrdersTopic(deps: {
  listing: Pick<OrdersListing, 'cached' | 'list' | 'keep' | 'check'>;
  feed: Pick<OrdersFeed, 'changed'>;
  clock: Clock;
  wait: Wait;
}) {
  const { listing, clock } = deps;
  /** Makes names unique across lives of the worker. */
  const life = clock.now();
  let count = 0;
  /** The newest first. */
  let lists: readonly Named[] = [];
  const pages = new Set<Page>();
  let isFollowing = false;
  /** Resolves when the list is sent again before its time. */
  let due = Promise.withResolvers<void>();
  /** Time of the list whose checks have begun: each list is checked once. */
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
        rows: rows.slice(from, from + PART_ROWS).map((row) => toJson(OrderRowSchema, row)),
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
    // Unchecked rows stay closed until the next list, whose checks begin again.
    listing
      .check()
      .finally(() => due.resolve())
      .catch(() => undefined);
  }

  async function follow(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    // After a failure, the next page that watches starts the reading again.
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

    /** Reads the feeds now, and sends the orders to all pages. */
    async refresh(): Promise<void> {
      const view = await listing.list(true);
      await sendAll(view);
      check(view);
    },
  };
}

/**
 * Returns true while rows wait for a check's results, or for the chain's price: another read can have
 * checked all signatures before the node reported it.
 */
function isToBeChecked({ rows, spot }: OrdersView): boolean {
  return rows.some(({ isChecked, asset }) => !isChecked || spot[asset]?.source === 'order feed');
}
