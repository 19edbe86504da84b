import { rowOf, rowsOf, type Script, Undo } from '../../database/script.ts';
import type { Commit, CommitResult, Deletion, NewCredential } from '../store.ts';
import type { VaultStatements } from './statements.ts';

/** Replaces the envelope, or nothing at all when any part of the commit has lost a race. */
export function* commitScript(
  q: VaultStatements,
  commit: Commit,
): Script<CommitResult | Undo<CommitResult>> {
  const { accountId: account_id, tenantId: tenant_id, operationId: operation_id } = commit;
  const revision = commit.revision + 1;
  const advanced = yield* rowOf(q.advanceVault, {
    account_id,
    revision_before: commit.revision,
    revision,
    digest: commit.digest,
    envelope: commit.envelope,
    committed_at: commit.now,
  });
  if (advanced === undefined) {
    const receipt = yield* rowOf(q.findReceipt, { account_id, operation_id });
    return receipt === undefined ? 'revision-conflict' : 'operation-exists';
  }
  for (const id of commit.activated) {
    const row = yield* rowOf(q.activateCredential, { tenant_id, id, account_id, now: commit.now });
    if (row === undefined) return new Undo('lost-race');
  }
  if (commit.counter !== commit.counterBefore) {
    const moved = yield* rowOf(q.moveCounter, {
      tenant_id,
      id: commit.credentialId,
      counter: commit.counter,
      counter_before: commit.counterBefore,
    });
    if (moved === undefined) return new Undo('lost-race');
  }
  const receipt = yield* rowOf(q.insertReceipt, {
    account_id,
    operation_id,
    revision,
    digest: commit.digest,
    committed_at: commit.now,
  });
  if (receipt === undefined) return new Undo('operation-exists');
  for (const id of commit.removed) {
    const removed = yield* rowOf(q.removeCredential, { tenant_id, id, account_id });
    if (removed === undefined) return new Undo('lost-race');
  }
  if (commit.removed.length > 0) {
    yield* rowsOf(q.deleteOtherSessions, { account_id, token_hash: commit.sessionHash });
  }
  return 'committed';
}

/** Deletes an account whose vault is still what its owner signed for. */
export function* deletionScript(q: VaultStatements, deletion: Deletion): Script<CommitResult> {
  const vault = yield* rowOf(q.lockVault, { account_id: deletion.accountId });
  if (vault?.revision !== deletion.revision) return 'revision-conflict';
  // The signer's counter goes with the account, so it is compared, not moved.
  const signer = yield* rowOf(q.findCredential, {
    tenant_id: deletion.tenantId,
    id: deletion.credentialId,
  });
  if (signer?.counter !== deletion.counterBefore) return 'lost-race';
  yield* rowsOf(q.dropOldChallenges, { account_id: deletion.accountId, keep: 0 });
  yield* rowsOf(q.deleteAccount, { id: deletion.accountId });
  return 'committed';
}

/** Adds a passkey in the place of one that was never used in time; `false` when its id is taken. */
export function* insertCredential(q: VaultStatements, credential: NewCredential): Script<boolean> {
  const key = { tenant_id: credential.tenantId, id: credential.id };
  yield* rowsOf(q.dropExpiredCredential, { ...key, now: credential.createdAt });
  const inserted = yield* rowOf(q.insertCredential, {
    ...key,
    account_id: credential.accountId,
    public_key: credential.publicKey,
    counter: credential.counter,
    backup_eligible: credential.isBackupEligible ? 1 : 0,
    transports: JSON.stringify(credential.transports),
    created_at: credential.createdAt,
    provisional_until: credential.provisionalUntil,
  });
  return inserted !== undefined;
}
