import { useDeferredValue, useMemo, useState } from 'react';
import { oneRowPerTerms } from '../../../../shared/desk/one-row-per-terms.ts';
import type { OrderFilter } from '../../../../shared/messages/order-filter.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useOrderList } from '../../../hooks/use-order-list.ts';
import { activeParts, countChecked, filterOrders, indexOrders, lastEnd } from './order-list.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/** Returns the live orders that match a filter. The rows don't move under the pointer. */
export function useOrders(filter: OrderFilter) {
  const { view, isLive, refresh } = useOrderList();
  const rows = view?.rows;
  const index = useMemo(() => indexOrders(oneRowPerTerms(rows ?? [])), [rows]);
  // Typing stays responsive while the list is computed.
  const deferred = useDeferredValue(filter);
  const seconds = Math.floor(useNow() / 1000);
  const minute = seconds - (seconds % 60);
  // Before the feeds answer, only stored quotes are known, and most of them have expired. The page
  // shows the stored quotes until new quotes arrive.
  const over = isLive ? lastEnd(index, seconds) : 0;
  const shown = useMemo(
    () => filterOrders(index, deferred, { now: minute, over }),
    [index, deferred, minute, over],
  );
  const active = activeParts(filter);
  const isEmpty = shown.length === 0;
  const [isHeld, setIsHeld] = useState(false);
  // Stored rows can't be opened, so live rows replace them immediately, even under the pointer.
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
    /**
     * True if at least one quote is still valid. If the list is empty, the filter is the reason.
     */
    isFiltered: (index.ends.at(-1) ?? 0) > over,
  };
}
