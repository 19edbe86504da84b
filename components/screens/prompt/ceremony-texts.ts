import type { CeremonyFailure } from '../../../shared/messages/ceremony.ts';

/**
 * Returns the key of the text for a prompt that ended without a credential. Only for a ceremony's
 * first prompt, the text says that nothing changed: later, the worker may have used an earlier
 * credential.
 */
export function promptFailure(failure: CeremonyFailure, hasReported: boolean) {
  return failure === 'cancelled' && hasReported
    ? 'failures.cancelled'
    : (`prompt.${failure}` as const);
}
