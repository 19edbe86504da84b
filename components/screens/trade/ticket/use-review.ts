import { useState } from 'react';
import type { TicketView } from '../../../../shared/messages/ticket.ts';
import { useFillPlan } from '../../../hooks/use-fill-plan.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import type { Ticket, TicketPage } from './ticket-model.ts';

/** The steps of a fill as the worker plans them; until then as the ticket expects them. */
export function useReview({ view }: Ticket, page: TicketPage) {
  const usesSmartAccounts = useSnapshot((snapshot) => snapshot.usesSmartAccounts) ?? false;
  const [isAnswered, setIsAnswered] = useState(false);
  const { digest, account } = view;
  const { plan, problem, isAwaited } = useFillPlan({
    // A review needs an account.
    ...{ digest, account: account ?? '', contracts: page.figures.contracts },
    isNeeded: page.preparations.length > 0 && page.obstacle === undefined,
  });
  const preparations = plan?.preparations ?? page.preparations;
  const steps = preparations.length + 1;
  return {
    plan,
    planProblem: problem,
    isAwaited,
    preparations,
    steps,
    /** True when all steps are one transaction. */
    isWhole: steps > 1 && isAtomic(view, usesSmartAccounts),
    isSmartOffered: steps > 1 && view.atomic === 'offered' && !usesSmartAccounts && !isAnswered,
    onAnswer: () => setIsAnswered(true),
  };
}

/** Without the worker's answer, the steps are shown one by one. */
const isAtomic = ({ atomic = 'unsupported' }: TicketView, usesSmartAccounts: boolean) =>
  // The ticket may still have the answer from before the user accepted one confirmation.
  atomic === 'offered' ? usesSmartAccounts : atomic !== 'unsupported';
