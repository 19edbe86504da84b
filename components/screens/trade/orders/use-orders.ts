import { useDeferredValue, useMemo, useState } from 'react';
import { oneRowPerTerms } from '../../../../shared/desk/one-row-per-terms.ts';
import type { OrderFilter } from '../../../../shared/messages/order-filter.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useOrderList } from '../../../hooks/use-order-list.ts';
import { activeParts, countChecked, filterOrders, indexOrders, lastEnd } from './order-list.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/** The live orders that match a filter, in its order; they don't move under the pointer. */
export function useOrders(filter: OrderFilter) {
  const { view, isLive, refresh } = useOrderList();
  const rows = view?.rows;
  const index = useMemo(() => indexOrders(oneRowPerTerms(rows ?? [])), [rows]);
  // Typing doesn't wait for the list.
  const deferred = useDeferredValue(filter);
  const seconds = Math.floor(useNow() / 1000);
  const minute = seconds - (seconds % 60);
  // Quotes of an earlier start have all expired and are shown until the new ones arrive.
  const over = isLive ? lastEnd(index, seconds) : 0;
  const shown = useMemo(
    () => filterOrders(index, deferred, { now: minute, over }),
    [index, deferred, minute, over],
  );
  const active = activeParts(filter);
  const isEmpty = shown.length === 0;
  const [isHeld, setIsHeld] = useState(false);
  // Rows of an earlier start can't be opened, so live ones replace them at once.
  const question = useMemo(() => ({ filter: deferred, isLive }), [deferred, isLive]);
  const steady = useSteadyRows({ rows: shown, question, isHeld });
  const count = useMemo(() => countChecked(shown), [shown]);
  const countOfAll = useMemo(() => countChecked(index.rows), [index]);
  return {
    view,
    isLive,
    refresh,
    index,
    active,
    isEmpty,
    steady,
    count,
    countOfAll,
    isGrouped: deferred.sort === 'expiry',
    setIsHeld,
    /** At least one quote is valid, so that only the filter hides it. */
    isFiltered: (index.ends.at(-1) ?? 0) > over,
  };
}
