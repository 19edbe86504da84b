import { hasCode } from '../../../../shared/errors.ts';
import type { SERVICE_CODES } from '../../../../shared/messages/failure-codes.ts';
import { ServiceError } from '../home/errors.ts';

/**
 * Passkeys that a change leaves out of the vault (`leftOut`), and those of them that it removes
 * from the account (`removed`).
 */
export interface PasskeysOfChange {
  readonly leftOut: readonly string[];
  readonly removed: readonly string[];
}

/** Failures that don't refuse the removal: unknown outcomes, and failures that a retry resolves. */
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
 * Commits a change that leaves out removed passkeys (vault rule 17). Throws `ServiceError`
 * REMOVAL_REFUSED when the home keeps a removed passkey. Only a consent that names this passkey can
 * then admit it.
 * @param passkeys.removed passkeys that the user removes with this change
 * @param passkeys.returning earlier removed passkeys that could open the vault after the change
 * @param passkeys.readmitted the returning passkeys that the user's consent names
 * @param commit commits the change without `leftOut`, and removes `removed` from the account
 */
export async function withoutReturning<Result>(
  passkeys: {
    readonly removed: readonly string[];
    readonly returning: readonly string[];
    readonly readmitted: readonly string[];
  },
  commit: (passkeys: PasskeysOfChange) => Promise<Result>,
): Promise<Result> {
  const { removed, returning, readmitted } = passkeys;
  const leftOut = returning.filter((id) => !readmitted.includes(id));
  if (leftOut.length === 0) return commit({ leftOut, removed });
  try {
    return await commit({ leftOut, removed: [...removed, ...leftOut] });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // An unregistered passkey needs no removal.
    if (!hasCode(error, 'UNKNOWN_PASSKEY')) throw refused(error);
  }
  try {
    return await commit({ leftOut, removed });
  } catch (error) {
    throw isRefusal(error) ? refused(error) : error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && !NOT_REFUSED.some((code) => error.code === code);
}

function refused(cause: unknown): ServiceError {
  return new ServiceError('REMOVAL_REFUSED', { cause });
}
