import { type KeyboardEvent, type RefObject, useState } from 'react';
import { type Cell, cellAfterKey } from './cell-after-key.ts';

/**
 * Makes the quotes of a table a single stop of the Tab key. Arrow keys, Home and End move between
 * the quotes. Cells have their row and column in `data-cell`.
 */
export function useCellKeys(options: {
  box: RefObject<HTMLElement | null>;
  size: { readonly rows: number; readonly columns: number };
  /** Rows in the document, including some outside the visible part. */
  rendered: { readonly first: number; readonly last: number };
  /** The first visible row. */
  seen: number;
  has: (cell: Cell) => boolean;
  scrollTo: (row: number) => void;
}) {
  const { box, size, rendered, seen, has } = options;
  const [used, setUsed] = useState<Cell>();
  const isThere = ({ row }: Cell) => row >= rendered.first && row <= rendered.last;
  // The Tab key can't reach a row that was scrolled far away.
  const stop = used !== undefined && has(used) && isThere(used) ? used : firstOf(size, seen, has);
  return {
    isStop: ({ row, column }: Cell) => stop?.row === row && stop.column === column,
    onFocus: (event: { target: EventTarget }) => setUsed(cellOf(event.target)),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const at = cellOf(event.target);
      const next = at && cellAfterKey(event.key, at, size, has);
      if (next === undefined) return;
      event.preventDefault();
      options.scrollTo(next.row);
      // The browser may render the row only after the scroll.
      requestAnimationFrame(() => requestAnimationFrame(() => focusCell(box.current, next)));
    },
  };
}

function cellOf(target: EventTarget): Cell | undefined {
  const place =
    target instanceof Element
      ? target.closest<HTMLElement>('[data-cell]')?.dataset.cell
      : undefined;
  const [row, column] = place?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

function firstOf(
  { rows, columns }: { rows: number; columns: number },
  from: number,
  has: (cell: Cell) => boolean,
): Cell | undefined {
  for (let row = from; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (has({ row, column })) return { row, column };
  return undefined;
}

function focusCell(box: HTMLElement | null, { row, column }: Cell): void {
  box?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus({ preventScroll: true });
}
