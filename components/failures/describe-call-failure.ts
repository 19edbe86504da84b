import { i18n } from '#i18n';
import type { CallFailure } from '../../shared/chain/call-failure.ts';

/** Describes why a read of the chain failed. Quotes messages of contract and node. */
export function describeCallFailure(failure: CallFailure): string {
  switch (failure.kind) {
    case 'contract':
      return i18n.t('failures.contractSays', { text: failure.text });
    case 'node':
      return i18n.t('failures.nodeSays', { text: failure.text });
    case 'panic':
      return i18n.t('failures.contractCheckFailed');
    case 'no reason':
      return i18n.t('failures.noReasonGiven');
    case 'unreachable':
      return i18n.t('failures.chainUnreachable');
    case 'unusable':
      return i18n.t('failures.chainAnswerUnusable');
  }
}
