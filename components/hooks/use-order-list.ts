import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { OrdersView } from '../../shared/messages/market.ts';
import { withChecks } from '../screens/orders/order-list.ts';
import { cachedOrders } from './cached-orders.ts';
import { TICKETS } from './use-ticket.ts';
import { useWalletCall } from './use-wallet.ts';

/** Makers quote anew each minute; the list is read again this often while it is shown (spec, Limits 3). */
const EVERY_MS = 30_000;
/** Query of what the feeds say. */
const LIVE_ORDERS = ['orders', 'live'];
/** While a page opens; afterwards the worker may always have read more than this page knows. */
const OPENING_MS = 1_000;
/** After a failure. */
const RETRY_MS = 10_000;

/**
 * The live orders: at once what was last read, then what the feeds say now, then what the checks
 * found. Renews itself every 30 s while the page is visible.
 */
export function useOrderList() {
  const call = useWalletCall();
  const queries = useQueryClient();
  const cached = useQuery(cachedOrders(call));
  // A list of thousands is not sent twice to a page that has just been opened.
  const ifNew = (known: OrdersView | undefined) => (isNew(known) ? known : undefined);
  const live = useQuery({
    queryKey: LIVE_ORDERS,
    queryFn: async () => {
      const known = await queries.ensureQueryData(cachedOrders(call)).catch(() => undefined);
      const isFirst = queries.getQueryData(LIVE_ORDERS) === undefined;
      return (isFirst ? ifNew(known) : undefined) ?? call('orders.list', { fresh: false });
    },
    // In the first paint already where the rows came before the page.
    initialData: () => ifNew(cached.data),
    staleTime: OPENING_MS,
    refetchInterval: ({ state: { data } }) => untilNext(data),
  });
  const readAt = live.data?.at;
  // A ticket beside the list says what the list knows already.
  useEffect(() => {
    if (readAt !== undefined) void queries.invalidateQueries({ queryKey: TICKETS });
  }, [queries, readAt]);
  const view = live.data ?? cached.data;
  const isUnchecked = live.data?.rows.some(({ isChecked }) => !isChecked) === true;
  const checked = useQuery({
    queryKey: ['orders', 'checked', live.data?.at],
    queryFn: () => call('orders.check', {}),
    enabled: live.data?.at !== undefined && isUnchecked,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: EVERY_MS,
    // The worker may die in the middle of it: without an answer no row opens.
    retry: true,
    retryDelay: 500,
  });
  return {
    /** `undefined` until the worker first answered. */
    view: useMemo(
      () => (view === undefined ? undefined : withChecks(view, checked.data)),
      [view, checked.data],
    ),
    /** Whether the feeds have answered since the page was opened. */
    isLive: live.data !== undefined && live.data.problem === undefined,
    /** Reads the feeds now, however young the last answer is. */
    refresh: async () => {
      queries.setQueryData(LIVE_ORDERS, await call('orders.list', { fresh: true }));
    },
  };
}

/** Whether the feeds need not be asked for what the worker knew without asking. */
function isNew(known: OrdersView | undefined): boolean {
  return known?.isNew === true && known.at !== undefined && Date.now() - known.at < EVERY_MS;
}

/** Milliseconds until the feeds are old enough to be read again. */
function untilNext(data: OrdersView | undefined): number {
  if (data?.at === undefined || data.problem !== undefined) return RETRY_MS;
  return Math.max(1_000, data.at + EVERY_MS + 250 - Date.now());
}
