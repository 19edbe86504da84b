import { hasCode } from '../../../../shared/errors.ts';
import type { SERVICE_CODES } from '../../../../shared/messages/failure-codes.ts';
import { ServiceError } from '../home/errors.ts';

/** Passkeys of a merge that this device has removed before. */
export interface ReturningPasskeys {
  /** Credential ids. */
  readonly returning: readonly string[];
  /** Of these, the ones that may open the vault again: the user's consent has named them. */
  readonly readmitted: readonly string[];
}

/** Failures that are inconclusive about the removal, or that another prompt or round resolves. */
const NOT_REFUSED: readonly (typeof SERVICE_CODES)[number][] = [
  'UNREACHABLE',
  'TRY_LATER',
  'SERVICE_UNAVAILABLE',
  'AUTH_RETRY',
  'CHALLENGE_EXPIRED',
  'SESSION_EXPIRED',
  'AUTH_REQUIRED',
  'REVISION_CONFLICT',
  'OUTCOME_UNKNOWN',
  'FORMER_SAVE_UNKNOWN',
];

/**
 * Commits a merge that leaves removed passkeys out (vault rule 17). Throws `ServiceError`
 * REMOVAL_REFUSED when the home keeps one of them: it opens the vault again only with a consent that
 * names it.
 * @param commit commits the merge without `leftOut`, and removes `removed` from the account
 */
export async function commitWithoutReturning<Result>(
  { returning, readmitted }: ReturningPasskeys,
  commit: (passkeys: {
    readonly leftOut: readonly string[];
    readonly removed: readonly string[];
  }) => Promise<Result>,
): Promise<Result> {
  const leftOut = returning.filter((id) => !readmitted.includes(id));
  if (leftOut.length === 0) return commit({ leftOut, removed: [] });
  try {
    return await commit({ leftOut, removed: leftOut });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A passkey that isn't registered doesn't have to be removed.
    if (!hasCode(error, 'UNKNOWN_PASSKEY')) throw refused(error);
  }
  try {
    return await commit({ leftOut, removed: [] });
  } catch (error) {
    throw isRefusal(error) ? refused(error) : error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && !NOT_REFUSED.some((code) => error.code === code);
}

function refused(cause: unknown): ServiceError {
  return new ServiceError('REMOVAL_REFUSED', 'The home does not remove a passkey.', { cause });
}
