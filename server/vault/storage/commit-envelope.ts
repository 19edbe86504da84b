import type { Transaction } from 'kysely';
import { Undo } from '../../database/transactions.ts';
import { latestEnd } from '../../live-window.ts';
import { PROVISIONAL_MS } from '../numbers.ts';
import type { Commit, CommitResult } from '../store.ts';
import { findReceipt, lockVault } from './account-queries.ts';
import type { VaultTables } from './tables.ts';

/** Replaces the envelope. Changes nothing if any part of the commit has lost a race. */
export async function commitEnvelope(
  db: Transaction<VaultTables>,
  commit: Commit,
  isPostgres: boolean,
): Promise<CommitResult | Undo<CommitResult>> {
  const { accountId, operationId, digest, envelope, now } = commit;
  const revision = commit.revision + 1;
  const advanced = await db
    .updateTable('vaults')
    .set({ revision, digest, envelope, committed_at: now, pending_until: null })
    .where('account_id', '=', accountId)
    .where('revision', '=', commit.revision)
    .where('disabled_at', 'is', null)
    .returning('revision')
    .executeTakeFirst();
  if (advanced === undefined) {
    if ((await lockVault(db, accountId, false))?.isDisabled) return 'account-gone';
    const receipt = await findReceipt(db, accountId, operationId);
    return receipt === undefined ? 'revision-conflict' : 'operation-exists';
  }
  if (commit.revision === 0 && !(await lockSession(db, commit.sessionHash, isPostgres)))
    return new Undo('account-gone');
  for (const id of commit.activated) {
    const activated = await db
      .updateTable('credentials')
      .set({ provisional_until: null })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('provisional_until', '>', now)
      .where('provisional_until', '<=', latestEnd(PROVISIONAL_MS, now))
      .returning('id')
      .executeTakeFirst();
    if (activated === undefined) return new Undo('lost-race');
  }
  if (commit.counter !== commit.counterBefore) {
    const moved = await db
      .updateTable('credentials')
      .set({ counter: commit.counter })
      .where('account_id', '=', accountId)
      .where('id', '=', commit.credentialId)
      .where('counter', '=', commit.counterBefore)
      .returning('id')
      .executeTakeFirst();
    if (moved === undefined) return new Undo('lost-race');
  }
  const receipt = await db
    .insertInto('receipts')
    .values({
      account_id: accountId,
      operation_id: operationId,
      revision,
      digest,
      committed_at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'operation_id']).doNothing())
    .returning('operation_id')
    .executeTakeFirst();
  if (receipt === undefined) return new Undo('operation-exists');
  for (const id of commit.removed) {
    const removed = await db
      .deleteFrom('credentials')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (removed === undefined) return new Undo('lost-race');
  }
  if (commit.removed.length > 0)
    await db
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('token_hash', '!=', commit.sessionHash)
      .execute();
  return 'committed';
}

/**
 * Returns true if the bootstrap session still exists, and locks it until the transaction ends. A
 * new account whose session has ended no longer counts as enrolled, so the account must not become
 * usable.
 */
async function lockSession(
  db: Transaction<VaultTables>,
  tokenHash: string,
  isPostgres: boolean,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .$if(isPostgres, (query) => query.forKeyShare())
    .executeTakeFirst();
  return row !== undefined;
}
