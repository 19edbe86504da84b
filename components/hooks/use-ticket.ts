import { useQuery } from '@tanstack/react-query';
import type { TicketView } from '../../shared/messages/ticket.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/**
 * Milliseconds between reads of budget, balance and allowance. They can change without any action
 * in the wallet.
 */
const REFRESH_MS = 10_000;
/** Milliseconds after which a feed may be read again (options-market.md, "Limits", rule 3). */
const FEED_MS = 30_000;

/** Query key that all open tickets share. A refresh of the list also refreshes the tickets. */
export const TICKETS = ['ticket'] as const;

/**
 * Returns an order's ticket: first the feed's values as placeholders, then the results of checks
 * and the chain's values. The size isn't sent to the worker, so that typing never waits.
 */
export function useTicket(digest: string) {
  const call = useWalletCall();
  const account = useSnapshot(({ selected }) => selected);
  const quick = useQuery({
    queryKey: ['ticket of the feed', digest, account],
    queryFn: () => call('orders.ticket', { digest, withChain: false }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useQuery({
    queryKey: [...TICKETS, digest, account],
    queryFn: () => call('orders.ticket', { digest, withChain: true }),
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' ? REFRESH_MS : untilNextLook(data, Date.now()),
    placeholderData: (previous: TicketView | undefined) => previous ?? quick.data,
    retry: false,
  });
}

/**
 * Returns the milliseconds until a ticket is read again: until the feed may be read again, or at
 * the latest until the balances must be read. A replacement quote thus appears soon.
 */
export function untilNextLook(view: Pick<TicketView, 'feedAt'> | undefined, now: number): number {
  if (view === undefined) return REFRESH_MS;
  return Math.min(REFRESH_MS, Math.max(1_000, view.feedAt + FEED_MS + 250 - now));
}
