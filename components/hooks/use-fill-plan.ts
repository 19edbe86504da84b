import { useQuery } from '@tanstack/react-query';
import type { Contracts } from '../../shared/units.ts';
import { useLate } from './use-late.ts';
import { useWalletCall } from './use-wallet.ts';

/**
 * Returns the worker's plan of a fill with all its transactions, or undefined after some seconds of
 * waiting. A fill can start without the plan, because the worker plans it again.
 */
export function useFillPlan(fill: {
  readonly digest: string;
  readonly contracts: Contracts;
  readonly account: string;
  /** False for a fill without other transactions. */
  readonly isNeeded: boolean;
}) {
  const { digest, contracts, account, isNeeded } = fill;
  const call = useWalletCall();
  const { data, error } = useQuery({
    queryKey: ['plan', digest, `${contracts}`, account],
    queryFn: () => call('fills.plan', { digest, contracts, account }),
    enabled: isNeeded,
    placeholderData: (previous) => previous,
    retry: false,
  });
  const isPending = isNeeded && data === undefined && error === null;
  const isLate = useLate(isPending ? digest : undefined);
  return { plan: data, problem: error?.message, isAwaited: isPending && !isLate };
}
