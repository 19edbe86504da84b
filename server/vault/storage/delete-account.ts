import type { Transaction } from 'kysely';
import type { CommitResult, Deletion } from '../store.ts';
import { findCredential, lockVault } from './account-queries.ts';
import type { VaultTables } from './tables.ts';

/**
 * Deletes an account if the vault is still at the revision for which the owner signed the deletion.
 */
export async function deleteAccount(
  db: Transaction<VaultTables>,
  deletion: Deletion,
  isPostgres: boolean,
): Promise<CommitResult> {
  const { accountId, tenantId, credentialId } = deletion;
  const vault = await lockVault(db, accountId, isPostgres);
  if (vault?.isDisabled) return 'account-gone';
  if (vault?.revision !== deletion.revision) return 'revision-conflict';
  // The signer's counter is only compared, not advanced, because it is deleted with the account.
  const signer = await findCredential(db, tenantId, credentialId, accountId);
  if (signer?.counter !== deletion.counterBefore) return 'lost-race';
  await removeAccount(db, accountId);
  return 'committed';
}

/** Deletes an account with everything that belongs to it. */
export async function removeAccount(
  db: Transaction<VaultTables>,
  accountId: string,
): Promise<void> {
  await db.deleteFrom('challenges').where('account_id', '=', accountId).execute();
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
}
