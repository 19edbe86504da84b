import { useDeferredValue, useMemo, useState } from 'react';
import { chainOf, type OptionChain } from '../../../shared/desk/chain.ts';
import { type DeskFilter, filterRows } from '../../../shared/desk/filter.ts';
import { steadyRows } from '../../../shared/desk/steady-rows.ts';
import type { OrderRow, OrdersView } from '../../../shared/messages/market.ts';
import { useNow } from '../../hooks/use-now.ts';
import { hasWords, orderText, searchedWords } from '../orders/order-search.ts';
import { useOrderList } from '../orders/use-order-list.ts';

const NONE: readonly OrderRow[] = [];
const NO_FILTER: DeskFilter = {};

const keepRows = (rows: readonly OrderRow[], former: readonly OrderRow[] = NONE) =>
  steadyRows(former, rows);

const keepChains = (
  { rows, ...market }: { rows: readonly OrderRow[]; spot: OrdersView['spot']; over: number },
  former?: OptionChain,
) => chainOf(rows, market, former);

/** Returns the live orders, and those that a search and a filter leave as option chains. */
export function useDeskOrders(search = '', filter: DeskFilter = NO_FILTER) {
  const { view, isLive, refresh } = useOrderList();
  const seconds = Math.floor(useNow() / 1000);
  const [steady] = useState(() => remembering(keepRows));
  const rows = useMemo(() => steady(view?.rows ?? NONE), [steady, view?.rows]);
  // Typing doesn't wait for the tables.
  const deferred = useDeferredValue(search);
  const bounds = useDeferredValue(filter);
  const isSearching = deferred.trim() !== '';
  const texts = useMemo(() => (isSearching ? rows.map(orderText) : []), [rows, isSearching]);
  const found = useMemo(() => {
    const words = searchedWords(deferred);
    const named =
      words.length === 0 ? rows : rows.filter((_, i) => hasWords(texts[i] ?? '', words));
    return filterRows(named, bounds);
  }, [rows, texts, deferred, bounds]);
  // Quotes of a former start have all ended, and are shown until new ones arrive.
  const over = isLive ? lastEnd(rows, seconds) : 0;
  const spot = view?.spot;
  const [arrange] = useState(() => remembering(keepChains));
  const chains = useMemo(
    () => arrange({ rows: found, spot: spot ?? {}, over }),
    [arrange, found, spot, over],
  );
  return {
    view,
    isLive,
    refresh,
    chains,
    /** All orders, whatever is searched and filtered. */
    rows,
    /** True when there are live orders, whatever is searched. */
    hasAny: rows.some(({ quoteEnds }) => quoteEnds > over),
  };
}

/** Returns the last end of a quote until now: the tables change only when this does. */
function lastEnd(rows: readonly OrderRow[], now: number): number {
  return rows.reduce((last, { quoteEnds: end }) => (end <= now && end > last ? end : last), 0);
}

/** Calls a function with its former result, whose unchanged parts it keeps. */
function remembering<Input, Value>(compute: (input: Input, former: Value | undefined) => Value) {
  let former: Value | undefined;
  return (input: Input): Value => {
    former = compute(input, former);
    return former;
  };
}
