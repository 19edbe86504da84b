import { useQuery } from '@tanstack/react-query';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';

/** Reads the code of the wallet's accounts at the start and after each mined transaction. */
export function useSmartAccounts() {
  const call = useWalletCall();
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  return useQuery({
    queryKey: ['smart-accounts', mined],
    queryFn: () => call('smartAccounts.list', {}),
    placeholderData: (before) => before,
    retry: false,
  });
}
