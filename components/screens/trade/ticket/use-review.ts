import type { TicketView } from '../../../../shared/messages/ticket.ts';
import { useFillPlan } from '../../../hooks/use-fill-plan.ts';
import type { Ticket, TicketPage } from './ticket-model.ts';

/** The steps of a fill: as the worker plans them, or until then as the ticket expects them. */
export function useReview({ view }: Ticket, page: TicketPage) {
  const { digest, account } = view;
  const { plan, problem, isAwaited } = useFillPlan({
    ...{ digest, account, contracts: page.figures.contracts },
    isNeeded: page.preparations.length > 0 && page.obstacle === undefined,
  });
  const preparations =
    plan?.preparations.map(({ kind, amount }) => ({ kind, amount: BigInt(amount) })) ??
    page.preparations;
  const steps = preparations.length + 1;
  return {
    plan,
    planProblem: problem,
    isAwaited,
    preparations,
    steps,
    /** All steps are one transaction. */
    isWhole: steps > 1 && isAtomic(view),
  };
}

/** Without an answer, the steps are shown one by one. */
const isAtomic = ({ atomic = 'unsupported' }: TicketView) => atomic !== 'unsupported';
