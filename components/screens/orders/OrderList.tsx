import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { i18n } from '#i18n';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { OrderListRow } from './OrderListRow.tsx';

/** Most rows are as high; those whose lines wrap are measured. */
const ROW_HEIGHT = 104;
const OVERSCAN = 6;
/** Rows out of sight come when the page has nothing else to do, or after so long. */
const SOON_MS = 500;

/** Thousands of rows of which only those in sight exist. Arrow keys, Home and End move between them. */
export function OrderList(props: {
  rows: readonly OrderRow[];
  isLive: boolean;
  offset: RefObject<number>;
  picked: string | undefined;
  onPick: (digest: string) => void;
}) {
  const { rows, isLive, offset, picked, onPick } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const idle = requestIdleCallback(() => setIsPainted(true), { timeout: SOON_MS });
    return () => cancelIdleCallback(idle);
  }, []);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    // A measured height is of an order, wherever the next list has it.
    getItemKey: useCallback((index: number) => rows[index]?.digest ?? index, [rows]),
    overscan: isPainted ? OVERSCAN : 0,
    // Until the list's own height is known.
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: () => offset.current,
  });
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const at = Number(item?.dataset.index ?? -1);
    const last = rows.length - 1;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const next = targetOf(event.key, { at, last, page });
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    list.scrollToIndex(next);
    // The row may exist only after the scroll.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroller.current
          ?.querySelector<HTMLElement>(`li[data-index="${next}"] button`)
          ?.focus({ preventScroll: true }),
      ),
    );
  };
  return (
    <div
      ref={scroller}
      className="min-h-56 flex-1 overflow-y-auto"
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
      >
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={row.digest}
              ref={list.measureElement}
              data-index={item.index}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 flex border-b border-line"
              style={{ minHeight: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
            >
              <OrderListRow
                row={row}
                isLive={isLive}
                isPicked={row.digest === picked}
                onPick={onPick}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function targetOf(
  key: string,
  { at, last, page }: { at: number; last: number; page: number },
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(last, at + page);
    case 'PageUp':
      return Math.max(0, at - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
