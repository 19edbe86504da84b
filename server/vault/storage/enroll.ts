import type { ExpressionBuilder, Transaction } from 'kysely';
import { countRows } from '../../database/count-rows.ts';
import { Undo } from '../../database/transactions.ts';
import { latestEnd } from '../../live-window.ts';
import { PROVISIONAL_MS } from '../numbers.ts';
import type { NewAccount, NewCredential, PasskeyLimits } from '../store.ts';
import { lockVault } from './account-queries.ts';
import { admits, lockEnrollment } from './enrollment.ts';
import { credentialRow, sessionRow } from './rows.ts';
import type { VaultTables } from './tables.ts';

type Tx = Transaction<VaultTables>;

/**
 * Adds an account with its first passkey and bootstrap session, if the rules admit another account.
 */
export async function createAccount(db: Tx, { credential, session, rules }: NewAccount) {
  const { accountId, tenantId, createdAt: now } = credential;
  if (rules.maxAccounts !== undefined) await lockEnrollment(db, tenantId);
  if (!(await admits(db, { tenantId, rules, now }))) return new Undo('enrollment-closed' as const);
  await db
    .insertInto('accounts')
    .values({ id: accountId, tenant_id: tenantId, created_at: now })
    .execute();
  await db
    .insertInto('vaults')
    .values({ account_id: accountId, revision: 0, pending_until: session.expiresAt })
    .execute();
  if (!(await insertCredential(db, credential))) return new Undo('credential-exists' as const);
  await db.insertInto('sessions').values(sessionRow(session)).execute();
  return 'created' as const;
}

/** Adds a passkey to an account that has a vault. */
export async function addPasskey(
  db: Tx,
  credential: NewCredential,
  { maxPasskeys, now }: PasskeyLimits,
  isPostgres: boolean,
) {
  const { accountId } = credential;
  const vault = await lockVault(db, accountId, isPostgres);
  if (vault === undefined || vault.isDisabled) return 'account-gone' as const;
  if (vault.revision === 0) return 'vault-pending' as const;
  await db
    .deleteFrom('credentials')
    .where('account_id', '=', accountId)
    .where(isProvisionalOver(now))
    .execute();
  const count = await countRows(db.selectFrom('credentials').where('account_id', '=', accountId));
  if (count >= maxPasskeys) return 'passkey-limit' as const;
  return (await insertCredential(db, credential)) ? 'added' : 'credential-exists';
}

/**
 * Adds a passkey. Replaces an expired provisional passkey with the same id. Returns false if the id
 * is taken.
 */
async function insertCredential(db: Tx, credential: NewCredential): Promise<boolean> {
  await db
    .deleteFrom('credentials')
    .where('tenant_id', '=', credential.tenantId)
    .where('id', '=', credential.id)
    .where(isProvisionalOver(credential.createdAt))
    .execute();
  const inserted = await db
    .insertInto('credentials')
    .values(credentialRow(credential))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the condition for a provisional passkey whose time for its first commit is over. */
function isProvisionalOver(now: number) {
  return ({ eb, or }: ExpressionBuilder<VaultTables, 'credentials'>) =>
    or([
      eb('provisional_until', '<=', now),
      eb('provisional_until', '>', latestEnd(PROVISIONAL_MS, now)),
    ]);
}
