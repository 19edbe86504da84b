import { VaultServiceError } from '../errors.ts';
import { RATES } from '../numbers.ts';
import type { Account, CommitResult, LimitKind, Session, VaultReads } from '../store.ts';
import type { VaultDeps } from './deps.ts';
import type { TakenChallenge } from './taken-challenge.ts';

/**
 * Throws if a commit has lost a race.
 * @throws VaultServiceError with the conflict's code
 */
export function ensureCommitted(result: CommitResult): void {
  if (result === 'revision-conflict') throw new VaultServiceError('REVISION_CONFLICT');
  if (result === 'operation-exists') throw new VaultServiceError('OPERATION_EXISTS');
  if (result === 'lost-race') throw new VaultServiceError('AUTH_RETRY');
  if (result === 'account-gone') throw new VaultServiceError('SESSION_EXPIRED');
}

/**
 * Counts a change of the vault.
 * @throws VaultServiceError TRY_LATER after too many changes, SESSION_EXPIRED if the account was
 * deleted since the token check
 */
export async function countMutation(
  { store, clock, rateLimits }: VaultDeps,
  session: Session,
  kind: LimitKind,
): Promise<void> {
  if (!rateLimits) return;
  const { hits, windowMs } = RATES.mutationsPerAccount;
  const now = clock.now();
  const counted = await store.countHit(session.accountId, kind, { now, windowMs });
  if (counted === undefined) throw new VaultServiceError('SESSION_EXPIRED');
  if (counted.hits > hits) {
    throw new VaultServiceError('TRY_LATER', {
      retryAfter: Math.ceil((counted.endsAt - now) / 1000),
    });
  }
}

/**
 * Returns the account of a session.
 * @throws VaultServiceError SESSION_EXPIRED when it was deleted since the token check
 */
export async function accountOf(reads: VaultReads, session: Session): Promise<Account> {
  const account = await reads.readAccount(session.accountId);
  if (account === undefined) throw new VaultServiceError('SESSION_EXPIRED');
  return account;
}

/**
 * Checks that the operation id is new and the account is at `revision`.
 * @throws VaultServiceError OPERATION_EXISTS, REVISION_CONFLICT
 */
export async function checkRevision(
  reads: VaultReads,
  account: Account,
  revision: number,
  operationId: string,
): Promise<void> {
  if ((await reads.findReceipt(account.id, operationId)) !== undefined) {
    throw new VaultServiceError('OPERATION_EXISTS');
  }
  if (account.revision !== revision) throw new VaultServiceError('REVISION_CONFLICT');
}

/** Returns the data that the challenge of a mutation binds. */
export function boundBy(challenge: TakenChallenge): {
  revision: number;
  digest: string;
  operationId: string;
} {
  const { revision, digest, operationId } = challenge;
  if (revision === null || digest === null || operationId === null) {
    throw new VaultServiceError('CHALLENGE_MISMATCH');
  }
  return { revision, digest, operationId };
}
