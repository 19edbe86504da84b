import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TicketView } from '../../shared/messages/ticket.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** Budget, balance and allowance change with each block of somebody's: read again this often. */
const REFRESH_MS = 10_000;
/** As old as this, the worker reads the feed again for whoever asks (spec, Limits 3). */
const FEED_MS = 30_000;

/** Every ticket that is shown; a list that was read anew has them look again. */
export const TICKETS = ['ticket'] as const;

/** What a ticket is computed from. Sizes are not part of it: no key waits for the worker. */
export function useTicket(digest: string) {
  const call = useWalletCall();
  const account = useSnapshot(({ selected }) => selected);
  return useQuery({
    queryKey: [...TICKETS, digest, account],
    queryFn: () => call('orders.ticket', { digest }),
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' ? REFRESH_MS : untilNextLook(data, Date.now()),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/**
 * Milliseconds until a ticket is read again: as soon as the feed may be, so that what took a quote's
 * place is offered within one refresh, and never later than its balances are due.
 */
export function untilNextLook(view: Pick<TicketView, 'feedAt'> | undefined, now: number): number {
  if (view === undefined) return REFRESH_MS;
  return Math.min(REFRESH_MS, Math.max(1_000, view.feedAt + FEED_MS + 250 - now));
}
