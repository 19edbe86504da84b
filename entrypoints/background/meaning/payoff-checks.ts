import { i18n } from '#i18n';
import type { ApprovalCheck } from '../../../shared/approvals/view.ts';
import type { OptionTerms } from '../../../shared/orders/terms.ts';
import type { PayoffCheck } from '../orders/payoff-check.ts';

/** An unread payoff is reported only where the deployed contract's code isn't known. */
export function payoffChecks(payoff: PayoffCheck, { product }: OptionTerms): ApprovalCheck[] {
  const label = i18n.t('fill.check.payoff');
  if (payoff === 'agrees')
    return [{ label, status: 'passed', detail: i18n.t('fill.passed.payoff') }];
  if (payoff === 'differs')
    return [{ label, status: 'warned', detail: i18n.t('fill.finding.payoff') }];
  return product.isPayoffConfirmed || product.isPhysical
    ? []
    : [{ label, status: 'warned', detail: i18n.t('fill.finding.payoffUnread') }];
}
