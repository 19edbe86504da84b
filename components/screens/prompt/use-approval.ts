import { useState } from 'react';
import type { Choice } from '../../../shared/approvals/types.ts';
import { isBetweenSteps } from '../../../shared/messages/ticket.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useLanguage } from '../../hooks/use-language.ts';
import { useSnapshot, useTopic, useWalletCall } from '../../hooks/use-wallet.ts';

/**
 * Returns the oldest open request, the steps that must come first, and functions to decide the
 * request.
 */
export function useApproval() {
  const call = useWalletCall();
  const isReady = useLanguage();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const status = vault?.status;
  const hasAccount =
    vault?.status === 'unlocked' && vault.wallets.some(({ accounts }) => accounts.length > 0);
  /** True until the user has left the form. The form's last page may need to be read. */
  const [isAdding, setIsAdding] = useState(false);
  const id = useSnapshot((snapshot) => snapshot.approvalIds[0]);
  const between = useSnapshot(({ fills }) => fills.find(isBetweenSteps));
  const explained = useTopic('approval', id !== undefined && status === 'unlocked');
  // The snapshot can already be about a newer request than the explanation.
  const data = explained?.value?.id === id ? (explained?.value ?? undefined) : undefined;
  const decision = useAction(async (choice: Choice) => {
    if (id !== undefined) await call('approvals.decide', { id, mark: data?.mark ?? '', choice });
  });
  const needsAccount = data?.kind === 'connect' && !hasAccount;
  if (needsAccount && vault?.status === 'unlocked' && !isAdding) setIsAdding(true);
  return {
    /** Undefined until the page knows the vault's state and has loaded its own texts. */
    vault: isReady ? vault : undefined,
    id,
    between,
    hasAccount,
    isAdding,
    leave: () => setIsAdding(false),
    data,
    error: explained?.failure,
    problem: decision.problem,
    decide: (choice: Choice) => void decision.run(choice),
    onAllowance: (amount: string) => call('approvals.setAllowance', { id: id ?? '', amount }),
    onRejectAll: () => void call('approvals.rejectAll', {}),
    onBlock: () => void call('approvals.blockSite', { id: id ?? '' }),
  };
}
