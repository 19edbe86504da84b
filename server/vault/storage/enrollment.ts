import { type Kysely, sql, type Transaction } from 'kysely';
import { SESSION_MS } from '../../../shared/wire/vault.ts';
import { countRows } from '../../database/count-rows.ts';
import { latestEnd } from '../../live-window.ts';
import type { EnrollmentRules } from '../store.ts';
import type { VaultTables } from './tables.ts';

/**
 * Locks a tenant's row until the transaction ends, so that concurrent registrations are counted one
 * after another.
 */
export async function lockEnrollment(
  db: Transaction<VaultTables>,
  tenantId: string,
): Promise<void> {
  await db
    .insertInto('enrollments')
    .values({ tenant_id: tenantId })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ tenant_id: tenantId }))
    .execute();
}

/** Returns whether the rules admit another account. */
export async function admits(
  db: Kysely<VaultTables>,
  { tenantId, rules, now }: { tenantId: string; rules: EnrollmentRules; now: number },
): Promise<boolean> {
  const { isOpen, maxAccounts } = rules;
  if (!isOpen) return false;
  return maxAccounts === undefined || (await countTenant(db, tenantId, now)) < maxAccounts;
}

/**
 * Counts a tenant's accounts: accounts with a vault, and new accounts whose bootstrap session can
 * still commit a vault. Abandoned registrations don't count. Reads one index entry per account.
 */
async function countTenant(
  db: Kysely<VaultTables>,
  tenantId: string,
  now: number,
): Promise<number> {
  const all = await countRows(db.selectFrom('accounts').where('tenant_id', '=', tenantId));
  const abandoned = await countRows(
    db
      .selectFrom('vaults')
      .innerJoin('accounts', 'accounts.id', 'vaults.account_id')
      .where('vaults.pending_until', 'is not', null)
      // The expression keeps SQLite from using the index of tenants, with which it would visit
      // every account.
      .where(sql<string>`accounts.tenant_id || ''`, '=', tenantId)
      .where(({ not, exists }) => not(exists(liveSession(db, now)))),
  );
  return all - abandoned;
}

/** Selects live sessions of the outer query's account. */
function liveSession(db: Kysely<VaultTables>, now: number) {
  return db
    .selectFrom('sessions')
    .select('sessions.account_id')
    .where('sessions.account_id', '=', sql.ref<string>('accounts.id'))
    .where('sessions.expires_at', '>', now)
    .where('sessions.expires_at', '<=', latestEnd(SESSION_MS, now));
}
