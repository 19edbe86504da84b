import { i18n } from '#i18n';
import type { FailureFact } from '../../shared/approvals/facts/dangers.ts';
import type { SimulationView } from '../../shared/approvals/view.ts';
import { describeCallFailure } from '../failures/describe-call-failure.ts';

/** Says why the chain would refuse a transaction. */
export function describeFailing({
  failure,
  step,
}: Extract<SimulationView, { outcome: 'fails' }>): string {
  const reason = failureText(failure);
  return step === undefined ? reason : i18n.t('approving.step', { number: step, reason });
}

function failureText(failure: FailureFact): string {
  switch (failure.code) {
    case 'refuses too':
      return i18n.t('fill.chainRefusesToo');
    case 'fill':
      return i18n.t(`fill.failure.${failure.failure}`);
    case 'fill refused':
      return i18n.t('fill.failure.otherWords', { reason: describeCallFailure(failure.reason) });
    case 'refused':
      return i18n.t('approving.theChainWouldRefuseThis', {
        reason: describeCallFailure(failure.reason),
      });
  }
}
