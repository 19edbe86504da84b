import { useState } from 'react';
import type { TicketView } from '../../../../shared/messages/ticket.ts';
import { useFillPlan } from '../../../hooks/use-fill-plan.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import type { Ticket, TicketPage } from './ticket-model.ts';

/** Returns the steps of a fill: at first the ticket's expectation, then the worker's plan. */
export function useReview({ view }: Ticket, page: TicketPage) {
  const usesSmartAccounts = useSnapshot((snapshot) => snapshot.usesSmartAccounts) ?? false;
  const [isAnswered, setIsAnswered] = useState(false);
  const { digest, account } = view;
  const { plan, problem, isAwaited } = useFillPlan({
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

/** Returns true if the account can run all steps in one transaction; false if unknown. */
const isAtomic = ({ atomic = 'unsupported' }: TicketView, usesSmartAccounts: boolean) =>
  // The ticket may be older than the user's consent to smart accounts.
  atomic === 'offered' ? usesSmartAccounts : atomic !== 'unsupported';
