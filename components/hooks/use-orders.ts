import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** The live orders, read again every 30 s while they are shown (spec, Limits 3). */
export function useOrders() {
  const call = useWalletCall();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['orders'],
    queryFn: () => call('orders.list', { fresh: false }),
    refetchInterval: 15_000,
  });
  /** Reads the feed now, however young the last answer is. */
  const refresh = async () => {
    queries.setQueryData(['orders'], await call('orders.list', { fresh: true }));
  };
  return { data: query.data, refresh };
}

/** Positions of the selected account, with what the worker knows until the answer comes. */
export function usePositions(account: string | undefined) {
  const call = useWalletCall();
  // A transaction that was just mined may have made a position: look at once.
  const mined = useSnapshot(
    ({ activity }) => activity.find(({ status }) => status === 'confirmed')?.id,
  );
  return useQuery({
    queryKey: ['positions', account, mined],
    placeholderData: (previous) => previous,
    queryFn: () => call('positions.list', {}),
    refetchInterval: 10_000,
    enabled: account !== undefined,
  });
}
