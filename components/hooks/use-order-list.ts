import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { OrdersView } from '../../shared/messages/market.ts';
import { withChecks } from '../screens/orders/order-list.ts';
import { CACHED_ORDERS } from './cached-orders.ts';
import { TICKETS } from './use-ticket.ts';
import { useWalletCall } from './use-wallet.ts';

/** Makers quote anew each minute; the list is read again this often while it is shown (spec, Limits 3). */
const EVERY_MS = 30_000;
/** After a failure. */
const RETRY_MS = 10_000;

/**
 * The live orders: at once what was last read, then what the feeds say now, then what the checks
 * found. Renews itself every 30 s while the page is visible.
 */
export function useOrderList() {
  const call = useWalletCall();
  const queries = useQueryClient();
  const cached = useQuery({
    queryKey: CACHED_ORDERS,
    queryFn: () => call('orders.cached', {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const live = useQuery({
    queryKey: ['orders', 'live'],
    queryFn: () => call('orders.list', { fresh: false }),
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
      queries.setQueryData(['orders', 'live'], await call('orders.list', { fresh: true }));
    },
  };
}

/** Milliseconds until the feeds are old enough to be read again. */
function untilNext(data: OrdersView | undefined): number {
  if (data?.at === undefined || data.problem !== undefined) return RETRY_MS;
  return Math.max(1_000, data.at + EVERY_MS + 250 - Date.now());
}
