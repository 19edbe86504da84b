import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ChainColumn } from '../../../shared/messages/desk-choices.ts';
import { useWidthOf } from '../../hooks/use-width-of.ts';
import { fittingColumns, type QuoteColumn } from './quote-column.ts';
import { useCellKeys } from './use-cell-keys.ts';
import { useStillRows } from './use-still-rows.ts';

/** Height in pixels of a row with one line, and of a row with two. */
const [ROW_HEIGHT, TALL_ROW_HEIGHT] = [28, 45];
/** Width in pixels from which a row's content fits on one line instead of two. */
const WIDE = 704;
const NO_QUOTES: readonly never[] = [];

/** Returns the rendered columns and rows, and the keys that move between quotes. */
export function useQuoteRows<Row>(props: {
  columns: readonly QuoteColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Selects the row that is first scrolled to the middle. Default: the table's top. */
  isMiddle?: (row: Row) => boolean;
  hidden: readonly ChainColumn[];
  /** True if rows have two lines on a narrow page. */
  isTallWhenNarrow?: boolean;
}) {
  const { columns: allColumns, rows, keyOf, isMiddle, hidden } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidthOf(scroller);
  const columns = useMemo(
    () => fittingColumns(allColumns, width, hidden),
    [allColumns, width, hidden],
  );
  const height = props.isTallWhenNarrow === true && width < WIDE ? TALL_ROW_HEIGHT : ROW_HEIGHT;
  const quoted = useMemo(() => columns.filter(({ quotes }) => quotes !== undefined), [columns]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
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
  const quotesIn = (row: Row | undefined, column: number) =>
    (row === undefined ? undefined : quoted[column]?.quotes?.(row)) ?? NO_QUOTES;
  const keys = useCellKeys({
    scroller,
    size: { rows: rows.length, columns: quoted.length },
    has: ({ row, column }) => quotesIn(rows[row], column).length > 0,
    scrollTo: (row) => list.scrollToIndex(row),
  });
  useEffect(() => {
    // The list keeps its first measurements, so a new row height needs new ones.
    if (height > 0) list.measure();
  }, [list, height]);
  const middle = isMiddle === undefined ? -1 : rows.findIndex(isMiddle);
  const isCentered = useRef(false);
  useEffect(() => {
    // Scrolls only once, because the trader may have scrolled to other rows since.
    if (isCentered.current || middle < 0) return;
    isCentered.current = true;
    list.scrollToIndex(middle, { align: 'center' });
  }, [list, middle]);
  useStillRows({
    ...{ scroller, range: list.range, rowHeight: height },
    keys: useMemo(() => rows.map(keyOf), [rows, keyOf]),
  });
  return { scroller, columns, quoted, list, keys, middle, height };
}
