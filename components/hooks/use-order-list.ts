import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TICKETS } from './use-ticket.ts';
import { useTopic, useWalletCall } from './use-wallet.ts';

/**
 * Returns the live orders: first the last known list, then the newest list, then the newest list
 * with check results.
 */
export function useOrderList() {
  const call = useWalletCall();
  const queries = useQueryClient();
  const view = useTopic('orders')?.value;
  const readAt = view?.at;
  // An open ticket reads its order from the same list, so the ticket must be read again too.
  useEffect(() => {
    if (readAt !== undefined) void queries.invalidateQueries({ queryKey: TICKETS });
  }, [queries, readAt]);
  return {
    view,
    isLive: view?.isLive === true,
    /** Reads the feeds immediately, even if their last answer is recent. */
    refresh: () => call('orders.refresh', {}),
  };
}
