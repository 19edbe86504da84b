import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ChainColumn } from '../../../shared/messages/desk-choices.ts';
import { useWidthOf } from '../../hooks/use-width-of.ts';
import { fittingColumns, type QuoteColumn } from './quote-column.ts';
import { useCellKeys } from './use-cell-keys.ts';
import { useStillRows } from './use-still-rows.ts';

/** Height in pixels of a row with one line, and of a row with two. */
const [ROW_HEIGHT, TALL_ROW_HEIGHT] = [28, 45];
/** Width in pixels from which a row's content fits on one line instead of two. */
const WIDE = 704;
/** Maximum height in pixels that the head of a table covers. */
const HEAD_HEIGHT = 48;
const NO_QUOTES: readonly never[] = [];

/** Returns the rendered columns and rows, and the keys that move between quotes. */
export function useQuoteRows<Row>(props: {
  columns: readonly QuoteColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /**
   * Selects the row that the table scrolls to the middle at first. Default: the table starts at its
   * top.
   */
  isMiddle?: (row: Row) => boolean;
  hidden: readonly ChainColumn[];
  /** True if rows have two lines on a narrow page. */
  isTallWhenNarrow?: boolean;
  /** The box that scrolls several tables; by default each table scrolls alone. */
  shared: RefObject<HTMLElement | null> | undefined;
}) {
  const { columns: allColumns, rows, keyOf, isMiddle, hidden } = props;
  const box = useRef<HTMLDivElement>(null);
  const scroller = props.shared ?? box;
  const width = useWidthOf(box);
  const top = useTopIn(props.shared, box);
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
    scrollMargin: top,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const quotesIn = (row: Row | undefined, column: number) =>
    (row === undefined ? undefined : quoted[column]?.quotes?.(row)) ?? NO_QUOTES;
  const items = list.getVirtualItems();
  const keys = useCellKeys({
    box,
    rendered: { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 },
    seen: list.range?.startIndex ?? 0,
    size: { rows: rows.length, columns: quoted.length },
    has: ({ row, column }) => quotesIn(rows[row], column).length > 0,
    scrollTo(row) {
      const { current } = scroller;
      if (current === null) return;
      // Rows begin below the head, which stays in view.
      const start = top + row * height;
      const end = start + HEAD_HEIGHT + height - current.clientHeight;
      current.scrollTop = Math.min(start, Math.max(end, current.scrollTop));
    },
  });
  useEffect(() => {
    // The list keeps its first measurements, so a new row height needs new measurements.
    if (height > 0) list.measure();
  }, [list, height]);
  const middle = isMiddle === undefined ? -1 : rows.findIndex(isMiddle);
  const isCentered = useRef(false);
  useEffect(() => {
    // Scrolls only once, because the trader may have scrolled to other rows afterwards. Before the
    // first measurement, the list knows no scroller.
    if (isCentered.current || middle < 0 || width === 0) return;
    isCentered.current = true;
    list.scrollToIndex(middle, { align: 'center' });
  }, [list, middle, width]);
  useStillRows({
    ...{ scroller, top, range: list.range, rowHeight: height },
    keys: useMemo(() => rows.map(keyOf), [rows, keyOf]),
  });
  return { box, top, columns, quoted, items, size: list.getTotalSize(), keys, middle, height };
}

/**
 * Returns the offset of a box from the start of its scroller's content, in pixels; 0 without a
 * scroller.
 */
function useTopIn(
  scroller: RefObject<HTMLElement | null> | undefined,
  box: RefObject<HTMLElement | null>,
): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop(scroller === undefined ? 0 : (box.current?.offsetTop ?? 0));
  });
  return top;
}
