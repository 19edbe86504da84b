import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Choice } from '../../../shared/approvals/types.ts';
import { isBetweenSteps } from '../../../shared/messages/ticket.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useLanguage } from '../../hooks/use-language.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { WalletFailure } from '../../hooks/wallet-connection.ts';

/** The oldest open request, what must happen before it can be shown, and its decision. */
export function useApproval() {
  const call = useWalletCall();
  const isReady = useLanguage();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const status = vault?.status;
  const hasAccount =
    vault?.status === 'unlocked' && vault.wallets.some(({ accounts }) => accounts.length > 0);
  /** True until the user has left the form, which can show a result that must be read. */
  const [isAdding, setIsAdding] = useState(false);
  const id = useSnapshot((snapshot) => snapshot.approvalIds[0]);
  const between = useSnapshot(({ fills }) => fills.find(isBetweenSteps));
  const view = useQuery({
    queryKey: ['approval', id, status, hasAccount],
    queryFn: () => call('approvals.view', { id: id ?? '' }),
    enabled: id !== undefined && status === 'unlocked',
    refetchInterval: ({ state }) => (state.data?.kind === 'unexplained' ? 500 : 10_000),
    // Asks again at once when the worker died before its answer: inspecting changes nothing.
    retry: (count, error) =>
      count < 20 && error instanceof WalletFailure && error.code === 'interrupted',
    retryDelay: 100,
  });
  const { data } = view;
  const decision = useAction(async (choice: Choice) => {
    if (id === undefined) return;
    try {
      await call('approvals.decide', { id, mark: data?.mark ?? '', choice });
    } finally {
      // Shows the current state of a request that the worker refused at the click.
      await view.refetch();
    }
  });
  const needsAccount = data?.kind === 'connect' && !hasAccount;
  if (needsAccount && vault?.status === 'unlocked' && !isAdding) setIsAdding(true);
  return {
    /** Undefined until the page knows the vault's state and has its texts. */
    vault: isReady ? vault : undefined,
    id,
    between,
    hasAccount,
    isAdding,
    leave: () => setIsAdding(false),
    data,
    error: view.error,
    problem: decision.problem,
    decide: (choice: Choice) => void decision.run(choice),
    async onAllowance(amount: string) {
      await call('approvals.setAllowance', { id: id ?? '', amount });
      await view.refetch();
    },
    onRejectAll: () => void call('approvals.rejectAll', {}),
    onBlock: () => void call('approvals.blockSite', { id: id ?? '' }),
  };
}
