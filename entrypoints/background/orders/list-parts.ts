import { changesOf } from '../../../shared/desk/row-changes.ts';
import type { OrderRow, OrdersReading, OrdersView } from '../../../shared/messages/market.ts';
import type { Clock } from '../../../shared/ports.ts';

/** Rows that a page reads without missing a frame. */
const PART_ROWS = 500;

/** Lists that pages have or receive; usually they all have the same one. */
const KEPT_LISTS = 3;
/** Pages that receive changes at the same time; any other reads the whole list. */
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
  /** Makes the names of each worker's life different. */
  const life = clock.now();
  let count = 0;
  const newId = () => {
    count += 1;
    return `${life} ${count}`;
  };
  /** Lists, and changes that are being sent; the newest first. */
  let lists: readonly Named[] = [];
  let sendings: readonly Named[] = [];

  function listOf(rows: readonly OrderRow[]): Named {
    const list = lists.find((one) => one.rows === rows) ?? { id: newId(), rows };
    lists = [list, ...lists.filter((one) => one !== list)].slice(0, KEPT_LISTS);
    return list;
  }

  return {
    /** Returns the first part of a list, or of its changes since a list that the page has. */
    first(view: OrdersView, known?: string): OrdersReading {
      const former = lists.find(({ id }) => id === known);
      const list = listOf(view.rows);
      const named = { ...view, list: list.id };
      if (former === undefined) return { ...named, ...firstPart(list) };
      const { gone, rows } = changesOf(former.rows, list.rows);
      const sending = { id: newId(), rows };
      if (rows.length > PART_ROWS) sendings = [sending, ...sendings].slice(0, KEPT_SENDINGS);
      return { ...named, gone, ...firstPart(sending) };
    },

    /** Returns the next part; no rows when they aren't kept any more. */
    next({ rest, from }: { readonly rest: string; readonly from: number }): readonly OrderRow[] {
      const rows = [...sendings, ...lists].find(({ id }) => id === rest)?.rows ?? [];
      const end = from + PART_ROWS;
      if (end >= rows.length) sendings = sendings.filter(({ id }) => id !== rest);
      return rows.slice(from, end);
    },
  };
}

function firstPart({ id, rows }: Named): Pick<OrdersReading, 'rows' | 'rest'> {
  if (rows.length <= PART_ROWS) return { rows };
  return { rows: rows.slice(0, PART_ROWS), rest: { id, count: rows.length } };
}
