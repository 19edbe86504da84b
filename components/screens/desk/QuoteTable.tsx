import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { useCellKeys } from './use-cell-keys.ts';
import { useStillRows } from './use-still-rows.ts';

const ROW_HEIGHT = 45;

/** Facts that every cell of a table needs. */
export interface CellFacts {
  readonly canPay: (collateralSymbol: string) => boolean;
  readonly isLive: boolean;
  /** Terms of the chosen quotes. */
  readonly picked: readonly string[];
  readonly onPick: (row: OrderRow) => void;
}

/** A table of thousands of rows with quotes, of which those in view exist. */
export function QuoteTable<Row>(props: {
  label: string;
  testId: string;
  className: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Number of columns with quotes. */
  columns: number;
  quotesIn: (row: Row, column: number) => readonly OrderRow[];
  /** Row in the middle of the first view; -1 for none. */
  middle: number;
  /** Widths of the columns; by default those of the first row. */
  widths?: ReactNode;
  head: ReactNode;
  headRows: number;
  children: (row: Row, place: { readonly index: number; readonly stop: number }) => ReactNode;
}) {
  const { rows, keyOf, columns, middle } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index];
        return row === undefined ? index : keyOf(row);
      },
      [rows, keyOf],
    ),
    overscan: 6,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const keys = useCellKeys({
    scroller,
    size: { rows: rows.length, columns },
    has: ({ row: at, column }) => {
      const row = rows[at];
      return row !== undefined && props.quotesIn(row, column).length > 0;
    },
    scrollTo: (row) => list.scrollToIndex(row),
  });
  const isCentered = useRef(false);
  useEffect(() => {
    // Later the trader has scrolled to other rows.
    if (isCentered.current || middle < 0) return;
    isCentered.current = true;
    list.scrollToIndex(middle, { align: 'center' });
  }, [list, middle]);
  useStillRows({
    ...{ scroller, range: list.range, rowHeight: ROW_HEIGHT },
    keys: useMemo(() => rows.map(keyOf), [rows, keyOf]),
  });
  const items = list.getVirtualItems();
  return (
    <div
      ref={scroller}
      className={`scroll-pt-14 overflow-y-auto [overflow-anchor:none] ${props.className}`}
      data-testid={props.testId}
    >
      <table
        onFocus={keys.onFocus}
        onKeyDown={keys.onKeyDown}
        aria-label={props.label}
        aria-rowcount={rows.length + props.headRows}
        className="w-full table-fixed border-separate border-spacing-0 text-sm"
      >
        {props.widths}
        <thead className="sticky top-0 z-10 bg-ground text-xs text-muted">{props.head}</thead>
        <tbody>
          <Space height={items[0]?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rows[index];
            const stop = Array.from({ length: columns }).findIndex((_, column) =>
              keys.isStop({ row: index, column }),
            );
            return row === undefined ? null : props.children(row, { index, stop });
          })}
          <Space height={list.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows outside of the view. */
function Space({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}
