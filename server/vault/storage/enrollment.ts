import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { SESSION_MS } from '../../../shared/wire/vault.ts';
import { countRows } from '../../database/count-rows.ts';
import { isLive, latestEnd } from '../../live-window.ts';
import type { EnrollmentRules } from '../store.ts';
import type { VaultTables } from './tables.ts';

type Enrollment = Selectable<VaultTables['enrollments']>;

/** Returns false for rules that admit every account, so that most tenants need no query. */
export function isLimited({ isOpen, maxAccounts }: EnrollmentRules): boolean {
  return !isOpen || maxAccounts !== undefined;
}

export async function readEnrollment(
  db: Kysely<VaultTables>,
  tenantId: string,
): Promise<Enrollment | undefined> {
  return db
    .selectFrom('enrollments')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
}

/**
 * Returns a tenant's row and locks it until the transaction ends, so that registrations of all
 * instances count one after the other.
 */
export async function lockEnrollment(
  db: Transaction<VaultTables>,
  tenantId: string,
): Promise<Enrollment> {
  return db
    .insertInto('enrollments')
    .values({ tenant_id: tenantId })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ tenant_id: tenantId }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns whether the rules admit one more account. */
export async function admits(
  db: Kysely<VaultTables>,
  enrollment: Enrollment | undefined,
  { tenantId, rules, now }: { tenantId: string; rules: EnrollmentRules; now: number },
): Promise<boolean> {
  if (!rules.isOpen) {
    if (!isWindowOpen(enrollment, now)) return false;
    if ((await countWindow(db, enrollment.window_id, now)) >= enrollment.places) return false;
  }
  return (
    rules.maxAccounts === undefined || (await countTenant(db, tenantId, now)) < rules.maxAccounts
  );
}

type Window = { readonly [Key in keyof Enrollment]: NonNullable<Enrollment[Key]> };

/**
 * Returns true while the tenant's latest enrolment window is open; it may be full. One that opens in
 * the future was opened before the clock was set back.
 */
export function isWindowOpen(
  enrollment: Enrollment | undefined,
  now: number,
): enrollment is Window {
  if (enrollment === undefined || enrollment.ends_at === null || enrollment.opened_at === null)
    return false;
  return isLive(enrollment.ends_at, enrollment.ends_at - enrollment.opened_at, now);
}

/**
 * Counts the accounts that a window admitted: those with a vault, and new ones whose bootstrap
 * session can still commit one. An abandoned registration thus frees its place.
 */
export function countWindow(
  db: Kysely<VaultTables>,
  windowId: string,
  now: number,
): Promise<number> {
  return countRows(
    db
      .selectFrom('accounts')
      .innerJoin('vaults', 'vaults.account_id', 'accounts.id')
      .where('accounts.window_id', '=', windowId)
      .where((eb) => eb.or([eb('vaults.revision', '>', 0), eb.exists(liveSession(db, now))])),
  );
}

/** Counts a tenant's accounts without abandoned registrations. Reads one index entry for each. */
export async function countTenant(
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
      // An expression: by the index of tenants, SQLite would visit every account.
      .where(sql<string>`accounts.tenant_id || ''`, '=', tenantId)
      .where(({ not, exists }) => not(exists(liveSession(db, now)))),
  );
  return all - abandoned;
}

/** Selects the live sessions of the outer query's account. */
function liveSession(db: Kysely<VaultTables>, now: number) {
  return db
    .selectFrom('sessions')
    .select('sessions.account_id')
    .where('sessions.account_id', '=', sql.ref<string>('accounts.id'))
    .where('sessions.expires_at', '>', now)
    .where('sessions.expires_at', '<=', latestEnd(SESSION_MS, now));
}
