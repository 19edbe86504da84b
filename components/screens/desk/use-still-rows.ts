import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Place {
  readonly key: string | number;
  readonly index: number;
}

/** Keeps the visible rows in place when rows above them are added or removed. */
export function useStillRows(options: {
  scroller: RefObject<HTMLElement | null>;
  keys: readonly (string | number)[];
  /** Indices of the visible rows. */
  range: { readonly startIndex: number; readonly endIndex: number } | null;
  /** Offset in pixels at which the rows begin in the scroller. */
  top: number;
  /** In pixels. */
  rowHeight: number;
}) {
  const { scroller, keys, range, top, rowHeight } = options;
  const shown = useRef<{ keys: readonly unknown[]; places: readonly Place[] }>(undefined);
  useLayoutEffect(() => {
    const before = shown.current;
    const { current } = scroller;
    // While a table above this table is in view, the upper table stays in place.
    const isFirst = current !== null && current.scrollTop >= top;
    if (before !== undefined && before.keys !== keys && isFirst) {
      const kept = before.places.find(({ key }) => keys.includes(key));
      const rows = kept === undefined ? 0 : keys.indexOf(kept.key) - kept.index;
      if (rows !== 0) current.scrollTop += rows * rowHeight;
    }
    const start = range?.startIndex ?? 0;
    shown.current = {
      keys,
      places: keys
        .slice(start, (range?.endIndex ?? -1) + 1)
        .map((key, i) => ({ key, index: start + i })),
    };
  });
}
