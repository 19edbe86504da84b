import { useQuery } from '@tanstack/react-query';
import type { Contracts } from '../../shared/units.ts';
import { useLate } from './use-late.ts';
import { useWalletCall } from './use-wallet.ts';

/**
 * Returns the worker's plan of a fill with all its transactions. Returns undefined if the plan is
 * late. The fill can start without a plan, because the worker makes a new plan anyway.
 */
export function useFillPlan(fill: {
  readonly digest: string;
  readonly contracts: Contracts;
  readonly account: string;
  /** False for a fill that needs no other transactions. */
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
