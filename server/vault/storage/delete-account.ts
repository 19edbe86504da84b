import type { Transaction } from 'kysely';
import type { CommitResult, Deletion } from '../store.ts';
import { findCredential, lockVault } from './account-queries.ts';
import type { VaultTables } from './tables.ts';

/** Deletes an account if its vault is still the one that its owner signed for. */
export async function deleteAccount(
  db: Transaction<VaultTables>,
  deletion: Deletion,
  isPostgres: boolean,
): Promise<CommitResult> {
  const { accountId, tenantId, credentialId } = deletion;
  if ((await lockVault(db, accountId, isPostgres)) !== deletion.revision)
    return 'revision-conflict';
  // The signer's counter is deleted with the account, so it is only compared.
  const signer = await findCredential(db, tenantId, credentialId);
  if (signer?.counter !== deletion.counterBefore) return 'lost-race';
  await db.deleteFrom('challenges').where('account_id', '=', accountId).execute();
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
  return 'committed';
}
