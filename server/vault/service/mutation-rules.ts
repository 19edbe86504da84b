import { VaultError } from '../errors.ts';
import { RATES } from '../numbers.ts';
import type { Account, CommitResult, LimitKind, Session, VaultReads } from '../store.ts';
import type { TakenChallenge } from './challenges.ts';
import type { VaultDeps } from './deps.ts';

/**
 * Throws when a commit lost a race.
 * @throws VaultError with the conflict's code
 */
export function demandCommitted(result: CommitResult): void {
  if (result === 'revision-conflict') throw new VaultError('REVISION_CONFLICT');
  if (result === 'operation-exists') throw new VaultError('OPERATION_EXISTS');
  if (result === 'lost-race') throw new VaultError('AUTH_RETRY');
}

/**
 * Counts a change of the vault.
 * @throws VaultError TRY_LATER when there are too many, SESSION_EXPIRED when the account was
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
  if (counted === undefined) throw new VaultError('SESSION_EXPIRED');
  if (counted.hits > hits) {
    throw new VaultError('TRY_LATER', { retryAfter: Math.ceil((counted.endsAt - now) / 1000) });
  }
}

/**
 * Reads the session's account.
 * @throws VaultError SESSION_EXPIRED when it was deleted since the token check
 */
export async function accountOf(reads: VaultReads, session: Session): Promise<Account> {
  const account = await reads.readAccount(session.accountId);
  if (account === undefined) throw new VaultError('SESSION_EXPIRED');
  return account;
}

/** @throws VaultError OPERATION_EXISTS, REVISION_CONFLICT */
export async function checkRevision(
  reads: VaultReads,
  account: Account,
  revision: number,
  operationId: string,
): Promise<void> {
  if ((await reads.findReceipt(account.id, operationId)) !== undefined) {
    throw new VaultError('OPERATION_EXISTS');
  }
  if (account.revision !== revision) throw new VaultError('REVISION_CONFLICT');
}

/** Returns the data bound by a mutation's challenge. */
export function boundBy(challenge: TakenChallenge): {
  revision: number;
  digest: string;
  operationId: string;
} {
  const { revision, digest, operationId } = challenge;
  if (revision === null || digest === null || operationId === null) {
    throw new VaultError('CHALLENGE_MISMATCH');
  }
  return { revision, digest, operationId };
}
