import { changesOf } from '../../../shared/desk/row-changes.ts';
import type { OrderRow, OrdersReading, OrdersView } from '../../../shared/messages/market.ts';
import type { Clock } from '../../../shared/ports.ts';

/** A page reads so many rows without missing a frame. */
const PART_ROWS = 500;

/** Lists of several pages, as far as they differ. */
const KEPT_LISTS = 3;
/** Pages that read at the same time. */
const KEPT_SENDINGS = 8;

interface Named {
  readonly id: string;
  readonly rows: readonly OrderRow[];
}

/**
 * Sends lists of orders in parts, so that pages can draw between the parts of a long one, and only the
 * changes of a list that the page has.
 */
export function createListParts({ clock }: { clock: Clock }) {
  /** Names of another worker's life are other ones. */
  const life = clock.now();
  let count = 0;
  const newId = () => {
    count += 1;
    return `${life} ${count}`;
  };
  /** Lists that pages have, and rows that are being sent; the newest first. */
  let lists: readonly Named[] = [];
  let sendings: readonly Named[] = [];

  function listOf(rows: readonly OrderRow[]): Named {
    const list = lists.find((one) => one.rows === rows) ?? { id: newId(), rows };
    lists = [list, ...lists.filter((one) => one !== list)].slice(0, KEPT_LISTS);
    return list;
  }

  function firstOf(rows: readonly OrderRow[]): Pick<OrdersReading, 'rows' | 'rest'> {
    if (rows.length <= PART_ROWS) return { rows };
    const sending = { id: newId(), rows };
    sendings = [sending, ...sendings].slice(0, KEPT_SENDINGS);
    return { rows: rows.slice(0, PART_ROWS), rest: { id: sending.id, count: rows.length } };
  }

  return {
    /** Returns the first part of a list, or of its changes since a list that the page has. */
    first(view: OrdersView, known?: string): OrdersReading {
      const former = lists.find(({ id }) => id === known);
      const { id: list, rows } = listOf(view.rows);
      if (former === undefined) return { ...view, list, ...firstOf(rows) };
      const { gone, rows: changed } = changesOf(former.rows, rows);
      return { ...view, list, since: { list: former.id, gone }, ...firstOf(changed) };
    },

    /** Returns the next part; no rows when others are being sent by now. */
    next({ rest, from }: { readonly rest: string; readonly from: number }): readonly OrderRow[] {
      const rows = sendings.find(({ id }) => id === rest)?.rows ?? [];
      const end = from + PART_ROWS;
      if (end >= rows.length) sendings = sendings.filter(({ id }) => id !== rest);
      return rows.slice(from, end);
    },
  };
}
