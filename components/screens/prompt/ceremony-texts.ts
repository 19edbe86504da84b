import type { CeremonyFailure } from '../../../shared/messages/ceremony.ts';

/**
 * Returns the text key for a prompt without a credential. Only a ceremony's first prompt proves
 * that nothing was changed, because the worker may have used the credential of an earlier one.
 */
export function promptFailure(failure: CeremonyFailure, hasReported: boolean) {
  return failure === 'cancelled' && hasReported
    ? 'failures.cancelled'
    : (`prompt.${failure}` as const);
}
