import { useQuery } from '@tanstack/react-query';
import type { QuotationStage } from '../../shared/quotations/stage.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** Milliseconds between reads: while a request is running, and otherwise. */
const RUNNING_MS = 2_000;
const QUIET_MS = 30_000;

const ENDED: readonly QuotationStage[] = ['settled', 'cancelled', 'void'];

export const isRunning = ({ stage }: { stage: QuotationStage }) => !ENDED.includes(stage);

/** Returns an account's requests to makers and the makers' offers. Reads them repeatedly. */
export function useQuotations(account: string | undefined) {
  const call = useWalletCall();
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  return useQuery({
    queryKey: ['quotations', account, mined],
    queryFn: () => call('quotations.follow', { account: account ?? '' }),
    placeholderData: (before, query) => (query?.queryKey[1] === account ? before : undefined),
    refetchInterval: ({ state }) =>
      state.data?.quotations.some(isRunning) === true ? RUNNING_MS : QUIET_MS,
    enabled: account !== undefined,
    retry: false,
  });
}
