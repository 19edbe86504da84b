import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { OptionTerms } from '../../../../shared/orders/terms.ts';
import type { PayoffCheck } from '../../market/payoff-check.ts';

/** Reports an unread payoff only if the code of the deployed contract isn't known. */
export function payoffChecks(payoff: PayoffCheck, { product }: OptionTerms): CheckFact[] {
  if (payoff === 'agrees') return [{ code: 'payoff.agrees', status: 'passed' }];
  if (payoff === 'differs') return [{ code: 'payoff.differs', status: 'warned' }];
  return product.isPayoffConfirmed || product.isPhysical
    ? []
    : [{ code: 'payoff.unread', status: 'warned' }];
}
