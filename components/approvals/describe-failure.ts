import { i18n } from '#i18n';
import type { FailureFact } from '../../shared/approvals/facts/dangers.ts';
import type { SimulationView } from '../../shared/messages/approval-view.ts';
import { describeCallFailure } from '../texts/describe-call-failure.ts';

/** Describes why the chain would refuse a transaction. */
export function describeFailing({
  failure,
  step,
}: Extract<SimulationView, { outcome: 'fails' }>): string {
  const reason = failureText(failure);
  return step === undefined ? reason : i18n.t('meaning.step', { number: step, reason });
}

function failureText(failure: FailureFact): string {
  switch (failure.code) {
    case 'refusesToo':
      return i18n.t('fill.chainRefusesToo');
    case 'fill':
      return i18n.t(`fill.wouldFail.${failure.failure}`);
    case 'fillRefused':
      return i18n.t('fill.failure.otherWords', { reason: describeCallFailure(failure.reason) });
    case 'refused':
      return i18n.t('meaning.wouldFail', {
        reason: describeCallFailure(failure.reason),
      });
  }
}
