import type { Transaction } from 'kysely';
import { Undo } from '../../database/transactions.ts';
import type { Login } from '../store.ts';
import { lockVault, readVault } from './account-queries.ts';
import { sessionRow } from './rows.ts';
import type { VaultTables } from './tables.ts';

/** Advances the passkey's counter, opens the session, and returns the vault. */
export async function logIn(
  db: Transaction<VaultTables>,
  { credentialId, counterBefore, counter, session, now }: Login,
  isPostgres: boolean,
) {
  const { accountId } = session;
  // Removal and deletion also lock the vault before the passkey; another order would cause
  // deadlocks.
  if ((await lockVault(db, accountId, isPostgres))?.isDisabled) return 'account-disabled' as const;
  // Writes even an unchanged counter, because the passkey may have been removed since it was read.
  const moved = await db
    .updateTable('credentials')
    .set({ counter, last_used_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', credentialId)
    .where('counter', '=', counterBefore)
    .where('provisional_until', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (moved === undefined) return 'counter-moved' as const;
  const vault = await readVault(db, accountId);
  if (vault === undefined) return new Undo('counter-moved' as const);
  await db.insertInto('sessions').values(sessionRow(session)).execute();
  return vault;
}
