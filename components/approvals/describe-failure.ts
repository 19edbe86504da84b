import { i18n } from '#i18n';
import type { FailureFact } from '../../shared/approvals/facts/dangers.ts';
import type { SimulationView } from '../../shared/approvals/view.ts';
import type { CallFailure } from '../../shared/chain/call-failure.ts';

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
      return i18n.t('fill.failure.otherWords', { reason: callFailureText(failure.reason) });
    case 'refused':
      return i18n.t('approving.theChainWouldRefuseThis', {
        reason: callFailureText(failure.reason),
      });
  }
}

/** A failed question to the chain; the words of contract and node are quoted. */
function callFailureText(failure: CallFailure): string {
  switch (failure.kind) {
    case 'contract':
      return i18n.t('worker.contractSays', { text: failure.text });
    case 'node':
      return i18n.t('worker.nodeSays', { text: failure.text });
    case 'panic':
      return i18n.t('worker.aCheckInsideTheContract');
    case 'no reason':
      return i18n.t('worker.noReasonGiven');
    case 'unreachable':
      return i18n.t('worker.theChainCannotBeReached');
    case 'unusable':
      return i18n.t('worker.theChainGaveNoUsable');
  }
}
