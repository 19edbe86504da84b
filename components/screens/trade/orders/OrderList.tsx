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
import { i18n } from '#i18n';
import type { ListedOrder } from '../../../../shared/desk/one-row-per-terms.ts';
import type { OrdersView } from '../../../../shared/messages/market.ts';
import { useAttention } from '../../../hooks/use-attention.ts';
import { Button } from '../../../ui/Button.tsx';
import { GroupHead } from './GroupHead.tsx';
import type { PlacedRow } from './hold-rows.ts';
import { type ListItem, listItems } from './list-items.ts';
import { rowAfterKey } from './list-keys.ts';
import { OrderListRow } from './OrderListRow.tsx';

/** Height of most rows; rows with wrapped lines are measured. */
const ROW_HEIGHT = 56;
const GROUP_HEIGHT = 28;
const OVERSCAN = 6;
/** Delay of rows outside the view, unless the page is idle earlier. */
const SOON_MS = 500;

/**
 * Virtual list of thousands of rows below group headings. It is one stop of the Tab key; arrow
 * keys, Home and End move between rows. Reports when a pointer or the keyboard's focus is on the
 * list.
 */
export function OrderList(props: {
  rows: readonly PlacedRow[];
  isGrouped: boolean;
  /** Spot prices by asset. */
  spot: OrdersView['spot'];
  isLive: boolean;
  offset: RefObject<number>;
  /** Terms of the open ticket. */
  picked: string | undefined;
  /** The terms whose row gets the focus, because its ticket was left. */
  left: { readonly terms: string } | undefined;
  onPick: (row: ListedOrder) => void;
  /** Asks makers for something else; absent without an account. */
  onAsk: (() => void) | undefined;
  onAttention: (hasAttention: boolean) => void;
}) {
  const { rows, isGrouped, spot, isLive, offset, picked, onPick } = props;
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
    // A measured height belongs to a row, wherever the next list has it.
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    // The topmost group's heading stays visible.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        stuck.current = lastUpTo(heads, range.startIndex);
        const always = [stuck.current, stop].filter((index) => index >= 0);
        return [...new Set([...always, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
      },
      [heads, stop],
    ),
    // Measuring each new row would force a layout per row. The observer reports all sizes at once.
    measureElement: useCallback(
      (element: HTMLLIElement, entry: ResizeObserverEntry | undefined) =>
        entry?.borderBoxSize[0]?.blockSize ??
        (element.dataset.row === undefined ? GROUP_HEIGHT : ROW_HEIGHT),
      [],
    ),
    overscan: isPainted ? OVERSCAN : 0,
    scrollPaddingStart: isGrouped ? GROUP_HEIGHT : 0,
    // Used until the list's own height is known.
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
    // The row may exist only after the scroll.
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(scroller.current, next)));
  };
  const { left } = props;
  const returnedTo = useRef<typeof left>(undefined);
  useEffect(() => {
    const item = items[stop];
    // A list that changes later must not take the focus again.
    if (left === returnedTo.current || item?.kind !== 'row') return;
    returnedTo.current = left;
    focusRow(scroller.current, item.index);
  }, [left, items, stop]);
  return (
    <div
      ref={scroller}
      className="@container min-h-[min(14rem,28vh)] flex-1 overflow-y-auto"
      data-testid="orders"
      onScroll={(event) => {
        offset.current = event.currentTarget.scrollTop;
      }}
    >
      <ul
        className="relative"
        style={{ height: list.getTotalSize() }}
        aria-label={i18n.t('orders.title')}
        onKeyDown={move}
        onFocus={({ target }) => setFocused(target.closest('li')?.dataset.key)}
      >
        {list.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const isStuck = index === stuck.current;
          return (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              className={`inset-x-0 top-0 flex ${isStuck ? 'sticky z-10' : 'absolute'} ${item.kind === 'row' ? 'border-b border-line' : ''}`}
              style={{
                minHeight: item.kind === 'row' ? ROW_HEIGHT : GROUP_HEIGHT,
                ...(isStuck ? {} : { transform: `translateY(${start}px)` }),
              }}
              {...placeOf(item, rows.length)}
            >
              {item.kind === 'group' ? (
                <GroupHead asset={item.asset} spot={spot[item.asset]} expiry={item.expiry} />
              ) : (
                <OrderListRow
                  row={item.placed.row}
                  isGone={item.placed.isGone}
                  isGrouped={isGrouped}
                  isLive={isLive}
                  isPicked={item.key === picked}
                  isStop={index === stop}
                  onPick={onPick}
                />
              )}
            </li>
          );
        })}
      </ul>
      {props.onAsk === undefined ? null : (
        <Button kind="plain" wide onClick={props.onAsk}>
          {i18n.t('quotations.nothingFits')}
        </Button>
      )}
    </div>
  );
}

/** Returns a line's position for assistive technology. Group heads aren't counted. */
function placeOf(item: ListItem, count: number) {
  return item.kind === 'group'
    ? {}
    : {
        'data-row': item.index,
        'data-key': item.key,
        'aria-setsize': count,
        'aria-posinset': item.index + 1,
      };
}

/** Returns the last of ascending numbers that isn't above a limit; -1 for none. */
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

/** Returns the line that the Tab key leads to: the row used last, or the first one; -1 for none. */
function tabStop(items: readonly ListItem[], used: string | undefined): number {
  const found = used === undefined ? -1 : items.findIndex(({ key }) => key === used);
  return found < 0 ? items.findIndex(({ kind }) => kind === 'row') : found;
}

function focusRow(list: HTMLElement | null, index: number): void {
  list
    ?.querySelector<HTMLElement>(`li[data-row="${index}"] button`)
    ?.focus({ preventScroll: true });
}
