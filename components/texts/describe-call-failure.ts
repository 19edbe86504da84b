import { i18n } from '#i18n';
import type { CallFailure } from '../../shared/chain/call-failure.ts';
import { codeKey } from './code-key.ts';

/** Describes why a read of the chain failed. Quotes messages of contract and node. */
export function describeCallFailure(failure: CallFailure): string {
  return i18n.t(`failures.call.${codeKey(failure.kind)}`, {
    text: 'text' in failure ? failure.text : '',
  });
}
