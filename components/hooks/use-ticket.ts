import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** Budget, balance and allowance change with each block of somebody's: read again this often. */
const REFRESH_MS = 10_000;

/** What a ticket is computed from. Sizes are not part of it: no key waits for the worker. */
export function useTicket(digest: string) {
  const call = useWalletCall();
  const account = useSnapshot(({ selected }) => selected);
  return useQuery({
    queryKey: ['ticket', digest, account],
    queryFn: () => call('orders.ticket', { digest }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
