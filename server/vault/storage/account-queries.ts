import type { Kysely, Transaction } from 'kysely';
import type { StoredVault } from '../store.ts';
import type { VaultTables } from './tables.ts';

/**
 * Returns the vault's revision, and whether the host has disabled the account. On PostgreSQL, locks
 * the row first: every change of an account begins with this lock, which avoids deadlocks.
 */
export async function lockVault(
  db: Transaction<VaultTables>,
  accountId: string,
  isPostgres: boolean,
): Promise<{ readonly revision: number; readonly isDisabled: boolean } | undefined> {
  const row = await db
    .selectFrom('vaults')
    .select(['revision', 'disabled_at'])
    .where('account_id', '=', accountId)
    .$if(isPostgres, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { revision: row.revision, isDisabled: row.disabled_at !== null };
}

/** Finds a tenant's credential. With `accountId`, the credential must belong to this account. */
export async function findCredential(
  db: Kysely<VaultTables>,
  tenantId: string,
  id: string,
  accountId?: string,
) {
  return db
    .selectFrom('credentials')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .executeTakeFirst();
}

/** Returns the account's vault; undefined before the first commit. */
export async function readVault(
  db: Kysely<VaultTables>,
  accountId: string,
): Promise<StoredVault | undefined> {
  const row = await db
    .selectFrom('vaults')
    .select(['revision', 'digest', 'envelope'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined || row.envelope === null || row.digest === null) return undefined;
  return { revision: row.revision, digest: row.digest, envelope: row.envelope };
}

export async function findReceipt(db: Kysely<VaultTables>, accountId: string, operationId: string) {
  return db
    .selectFrom('receipts')
    .select(['revision', 'digest'])
    .where('account_id', '=', accountId)
    .where('operation_id', '=', operationId)
    .executeTakeFirst();
}
