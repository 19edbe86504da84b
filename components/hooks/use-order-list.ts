import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TICKETS } from './use-ticket.ts';
import { useTopic, useWalletCall } from './use-wallet.ts';

/**
 * Returns the live orders: first those that were read last, then those of the feeds, then with the
 * checks' results.
 */
export function useOrderList() {
  const call = useWalletCall();
  const queries = useQueryClient();
  const view = useTopic('orders')?.value;
  const readAt = view?.at;
  // A ticket next to the list shows orders that are already in the list.
  useEffect(() => {
    if (readAt !== undefined) void queries.invalidateQueries({ queryKey: TICKETS });
  }, [queries, readAt]);
  return {
    /** `undefined` until the worker's first answer. */
    view,
    /** True when the feeds have answered recently. */
    isLive: view?.isLive === true,
    /** Reads the feeds now, however recent their last answer is. */
    refresh: () => call('orders.refresh', {}),
  };
}
