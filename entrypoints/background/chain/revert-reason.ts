import { i18n } from '#i18n';
import type { CallFailure } from '../../../shared/chain/call-failure.ts';
import { callFailure, revertOf } from './call-failure.ts';

/** Returns a sentence about why a call failed; the words of contract and node are quoted. */
export function revertReason(message: string, data: string | undefined): string {
  return sentenceOf(revertOf(message, data));
}

/** Returns the sentence for whatever a chain call threw. */
export function chainFailure(error: unknown): string {
  return sentenceOf(callFailure(error));
}

export function sentenceOf(failure: CallFailure): string {
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
