import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useAttention } from '../../../hooks/use-attention.ts';
import type { PlacedRow } from './hold-rows.ts';
import { type ListItem, listItems } from './list-items.ts';
import { rowAfterKey } from './list-keys.ts';

/** Height in pixels of most rows. Rows whose text wraps are measured. */
export const ROW_HEIGHT = 56;
export const GROUP_HEIGHT = 28;
const OVERSCAN = 6;
/**
 * Maximum milliseconds until rows outside the view are rendered. They are rendered earlier if the
 * page is idle.
 */
const SOON_MS = 500;

/** Returns the rendered lines, the line that the Tab key reaches, and the keys. */
export function useOrderLines(props: {
  rows: readonly PlacedRow[];
  isGrouped: boolean;
  /** Scroll position. It is kept while the ticket replaces the list. */
  offset: RefObject<number>;
  /** Terms of the ticket that was just closed; their row gets the focus. */
  left: { readonly terms: string } | undefined;
  onAttention: (hasAttention: boolean) => void;
}) {
  const { rows, isGrouped, offset } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useAttention(scroller, props.onAttention);
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const idle = requestIdleCallback(() => setIsPainted(true), { timeout: SOON_MS });
    return () => cancelIdleCallback(idle);
  }, []);
  const items = useMemo(() => listItems(rows, isGrouped), [rows, isGrouped]);
  const heads = useMemo(
    () => items.flatMap(({ kind }, index) => (kind === 'group' ? [index] : [])),
    [items],
  );
  const stuck = useRef(-1);
  const [focused, setFocused] = useState<string>();
  const stop = useMemo(
    () => tabStop(items, focused ?? props.left?.terms),
    [items, focused, props.left],
  );
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(
      (index: number) => (items[index]?.kind === 'group' ? GROUP_HEIGHT : ROW_HEIGHT),
      [items],
    ),
    // The key belongs to the row, so that a measured height follows the row to its next position.
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    // The heading of the topmost group stays visible.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        stuck.current = lastUpTo(heads, range.startIndex);
        const always = [stuck.current, stop].filter((index) => index >= 0);
        return [...new Set([...always, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
      },
      [heads, stop],
    ),
    // Measuring each new row would force a layout per row. The observer reports all sizes together.
    measureElement: useCallback(
      (element: HTMLLIElement, entry: ResizeObserverEntry | undefined) =>
        entry?.borderBoxSize[0]?.blockSize ??
        (element.dataset.row === undefined ? GROUP_HEIGHT : ROW_HEIGHT),
      [],
    ),
    overscan: isPainted ? OVERSCAN : 0,
    scrollPaddingStart: isGrouped ? GROUP_HEIGHT : 0,
    // Used until the real height of the list is known.
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: () => offset.current,
  });
  const rowItem = (index: number) =>
    items.findIndex((item) => item.kind === 'row' && item.index === index);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const at = Number(item?.dataset.row ?? -1);
    const last = rows.length - 1;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const next = rowAfterKey(event.key, { at, last, page });
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    list.scrollToIndex(rowItem(next));
    // The browser may render the row only after the scroll.
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(scroller.current, next)));
  };
  const { left } = props;
  const returnedTo = useRef<typeof left>(undefined);
  useEffect(() => {
    const item = items[stop];
    // Moves the focus only once, not after later changes of the list.
    if (left === returnedTo.current || item?.kind !== 'row') return;
    returnedTo.current = left;
    focusRow(scroller.current, item.index);
  }, [left, items, stop]);
  return {
    scroller,
    items,
    list,
    stop,
    stuck,
    move,
    onFocus: (row: Element) => setFocused(row.closest('li')?.dataset.key),
  };
}

/**
 * Returns the index of the last number in an ascending list that isn't above a limit; -1 if every
 * number is above it.
 */
function lastUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return ascending[low - 1] ?? -1;
}

/**
 * Returns the index of the line that the Tab key reaches: the row that was used last, or the first
 * row.
 */
function tabStop(items: readonly ListItem[], used: string | undefined): number {
  const found = used === undefined ? -1 : items.findIndex(({ key }) => key === used);
  return found < 0 ? items.findIndex(({ kind }) => kind === 'row') : found;
}

function focusRow(list: HTMLElement | null, index: number): void {
  list
    ?.querySelector<HTMLElement>(`li[data-row="${index}"] button`)
    ?.focus({ preventScroll: true });
}
