import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isRecent } from '../../shared/is-recent.ts';
import type { OrdersView } from '../../shared/messages/market.ts';
import { cachedOrders } from './cached-orders.ts';
import { EVERY_MS, hasRunOut, untilNextRead } from './orders-read-times.ts';
import { readOrders } from './read-orders.ts';
import { TICKETS } from './use-ticket.ts';
import { useWalletCall } from './use-wallet.ts';

/** Query of the feeds' orders. */
const LIVE_ORDERS = ['orders', 'live'];
/** Interval while a page opens; later the worker may have newer rows than this page. */
const OPENING_MS = 1_000;

/**
 * Returns the live orders: first as last read, then from the feeds, then with the checks' results.
 * Refreshes every 30 s while the page is visible, and when the last quote has ended.
 */
export function useOrderList() {
  const call = useWalletCall();
  const queries = useQueryClient();
  const cached = useQuery(cachedOrders(call));
  // A list of thousands isn't sent twice to a page that has just opened.
  const ifNew = (known: OrdersView | undefined) => (isNew(known) ? known : undefined);
  const live = useQuery({
    queryKey: LIVE_ORDERS,
    queryFn: async () => {
      const known = await queries.ensureQueryData(cachedOrders(call)).catch(() => undefined);
      const shown = queries.getQueryData<OrdersView>(LIVE_ORDERS);
      if (shown !== undefined)
        return readOrders(call, { fresh: hasRunOut(shown, Date.now()), former: shown });
      return ifNew(known) ?? readOrders(call, { fresh: false, former: known });
    },
    // Included in the first paint when the rows arrived before the page.
    initialData: () => ifNew(cached.data),
    staleTime: OPENING_MS,
    refetchInterval: ({ state: { data } }) => untilNextRead(data, Date.now()),
    // Comparing thousands of rows by their places takes longer than drawing the visible ones.
    structuralSharing: false,
  });
  const readAt = live.data?.at;
  // A ticket beside the list shows what the list already has.
  useEffect(() => {
    if (readAt !== undefined) void queries.invalidateQueries({ queryKey: TICKETS });
  }, [queries, readAt]);
  // Feeds that stream their changes are shown without waiting for the next read.
  const changed = useQuery({
    queryKey: ['orders', 'changed', readAt],
    queryFn: () => call('orders.changed', { at: readAt ?? 0 }),
    enabled: readAt !== undefined,
    refetchInterval: ({ state: { data, status } }) =>
      data === true ? false : status === 'error' ? EVERY_MS : OPENING_MS,
    gcTime: 0,
    staleTime: 0,
  });
  useEffect(() => {
    if (changed.data === true) void queries.invalidateQueries({ queryKey: LIVE_ORDERS });
  }, [queries, changed.data]);
  const isUnchecked = live.data !== undefined && isToBeChecked(live.data);
  useQuery({
    queryKey: ['orders', 'checked', live.data?.at],
    queryFn: async () => {
      await call('orders.check', {});
      // If the worker dies before that reading, the check is asked for again.
      await queries.invalidateQueries({ queryKey: LIVE_ORDERS }, { throwOnError: true });
      return true;
    },
    enabled: live.data?.at !== undefined && isUnchecked,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: EVERY_MS,
    // If the worker dies meanwhile, no row opens without an answer.
    retry: true,
    retryDelay: 500,
  });
  return {
    /** `undefined` until the worker's first answer. */
    view: live.data ?? cached.data,
    /** True when the feeds have answered since the page opened. */
    isLive: live.data !== undefined && live.data.problem === undefined,
    /** Reads the feeds now, however young the last answer is. */
    refresh: async () => {
      const former = queries.getQueryData<OrdersView>(LIVE_ORDERS);
      queries.setQueryData(LIVE_ORDERS, await readOrders(call, { fresh: true, former }));
    },
  };
}

/**
 * Returns true while rows wait for a check's results, or for the chain's price: another read of the
 * worker can have checked all signatures before the node reported it.
 */
function isToBeChecked({ rows, spot }: OrdersView): boolean {
  return rows.some(({ isChecked, asset }) => !isChecked || spot[asset]?.source === 'order feed');
}

/** Returns true when the rows that the worker has are young enough to need no request. */
function isNew(known: OrdersView | undefined): boolean {
  return (
    known?.isNew === true && known.at !== undefined && isRecent(known.at, Date.now(), EVERY_MS)
  );
}
