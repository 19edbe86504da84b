import { useQuery } from '@tanstack/react-query';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

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
