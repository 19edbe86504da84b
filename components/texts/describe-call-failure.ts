import { i18n } from '#i18n';
import type { CallFailure } from '../../shared/chain/call-failure.ts';

const TEXTS = {
  contract: 'failures.contractSays',
  node: 'failures.nodeSays',
  allowance: 'failures.contractLacksAllowance',
  balance: 'failures.contractLacksBalance',
  'unknown error': 'failures.contractErrorUnknown',
  panic: 'failures.contractCheckFailed',
  'no reason': 'failures.noReasonGiven',
  unreachable: 'failures.chainUnreachable',
  unusable: 'failures.chainAnswerUnusable',
} as const satisfies Record<CallFailure['kind'], string>;

/** Describes why a read of the chain failed. Quotes messages of contract and node. */
export function describeCallFailure(failure: CallFailure): string {
  return i18n.t(TEXTS[failure.kind], { text: 'text' in failure ? failure.text : '' });
}
