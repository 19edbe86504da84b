import { type Kysely, sql } from 'kysely';
import { SESSION_MS } from '../../../shared/wire/vault.ts';
import { countRows } from '../../database/count-rows.ts';
import { isLive } from '../../live-window.ts';
import { lockVault } from '../storage/account-queries.ts';
import { removeAccount } from '../storage/delete-account.ts';
import type { VaultTables } from '../storage/tables.ts';
import type { AdminDatabase } from './open-admin.ts';

/**
 * `pending` is a registered account whose first vault may still arrive. `abandoned` is an account
 * whose first vault didn't arrive in time; the server deletes it a day after its session.
 */
type AccountState = 'active' | 'disabled' | 'pending' | 'abandoned';

/** Facts about an account, without secrets and ciphertext. Times are Unix milliseconds. */
export interface AccountSummary {
  readonly tenant: string;
  readonly account: string;
  readonly created: number;
  /** Last login or commit; null before the first. */
  readonly lastUse: number | null;
  readonly revision: number;
  /** Number of active passkeys. */
  readonly passkeys: number;
  /** Size of the encrypted vault. */
  readonly bytes: number;
  readonly state: AccountState;
}

export interface PasskeySummary {
  readonly created: number;
  readonly lastUse: number | null;
  readonly isActive: boolean;
  readonly isBackupEligible: boolean;
}

/** Returns the newest accounts, and the number of all accounts. */
export async function listAccounts(
  { read }: AdminDatabase,
  {
    tenant,
    limit,
    now,
  }: { readonly tenant: string | undefined; readonly limit: number; readonly now: number },
): Promise<{ accounts: readonly AccountSummary[]; total: number }> {
  return read(async (db) => {
    const rows = await summaries(db)
      .$if(tenant !== undefined, (query) => query.where('accounts.tenant_id', '=', tenant ?? ''))
      .orderBy('accounts.created_at', 'desc')
      .orderBy('accounts.id')
      .limit(limit)
      .execute();
    const total = await countRows(
      db
        .selectFrom('accounts')
        .$if(tenant !== undefined, (query) => query.where('tenant_id', '=', tenant ?? '')),
    );
    return { accounts: rows.map((row) => summaryOf(row, now)), total };
  });
}

/** Returns the ids of all tenants that have accounts. */
export async function listTenants({ read }: AdminDatabase): Promise<string[]> {
  return read(async (db) => {
    const rows = await db
      .selectFrom('accounts')
      .select('tenant_id')
      .distinct()
      .orderBy('tenant_id')
      .execute();
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

/** Returns at most two account ids that begin with `start`. */
export async function findAccounts({ read }: AdminDatabase, start: string): Promise<string[]> {
  return read(async (db) => {
    const rows = await db
      .selectFrom('accounts')
      .select('id')
      .where(sql<string>`substr(id, 1, ${sql.lit(start.length)})`, '=', start)
      .limit(2)
      .execute();
    return rows.map(({ id }) => id);
  });
}

/** Returns an account and its passkeys; undefined if there is no such account. */
export async function showAccount(
  { read }: AdminDatabase,
  account: string,
  now: number,
): Promise<(AccountSummary & { readonly passkeyList: readonly PasskeySummary[] }) | undefined> {
  return read(async (db) => {
    const row = await summaries(db).where('accounts.id', '=', account).executeTakeFirst();
    if (row === undefined) return undefined;
    const passkeys = await db
      .selectFrom('credentials')
      .select(['created_at', 'last_used_at', 'provisional_until', 'backup_eligible'])
      .where('account_id', '=', account)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return {
      ...summaryOf(row, now),
      passkeyList: passkeys.map((passkey) => ({
        created: passkey.created_at,
        lastUse: passkey.last_used_at,
        isActive: passkey.provisional_until === null,
        isBackupEligible: passkey.backup_eligible === 1,
      })),
    };
  });
}

/**
 * Disables an account: ends its sessions and challenges, and rejects every login from now on. The
 * account's data remains. Returns the number of ended sessions; undefined if there is no such
 * account.
 */
export async function disableAccount(
  { write, engine }: AdminDatabase,
  account: string,
  now: number,
): Promise<number | undefined> {
  return write(async (db) => {
    const vault = await lockVault(db, account, engine === 'postgres');
    if (vault === undefined) return undefined;
    if (!vault.isDisabled)
      await db
        .updateTable('vaults')
        .set({ disabled_at: now })
        .where('account_id', '=', account)
        .execute();
    await db.deleteFrom('challenges').where('account_id', '=', account).execute();
    return endLive(db, account, now);
  });
}

/** Lets an account log in again. Returns false if there is no such account. */
export async function enableAccount({ write }: AdminDatabase, account: string): Promise<boolean> {
  return write(async (db) => {
    const row = await db
      .updateTable('vaults')
      .set({ disabled_at: null })
      .where('account_id', '=', account)
      .returning('account_id')
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Deletes an account with all its data. Returns false if there is no such account. */
export async function deleteAccount(
  { write, engine }: AdminDatabase,
  account: string,
): Promise<boolean> {
  return write(async (db) => {
    if ((await lockVault(db, account, engine === 'postgres')) === undefined) return false;
    await removeAccount(db, account);
    return true;
  });
}

/** Ends an account's sessions. Returns the number of sessions that were still valid. */
export async function endSessions(
  { write }: AdminDatabase,
  account: string,
  now: number,
): Promise<number> {
  return write((db) => endLive(db, account, now));
}

async function endLive(db: Kysely<VaultTables>, account: string, now: number): Promise<number> {
  const ended = await db
    .deleteFrom('sessions')
    .where('account_id', '=', account)
    .returning('expires_at')
    .execute();
  return ended.filter((session) => isLive(session.expires_at, SESSION_MS, now)).length;
}

function summaries(db: Kysely<VaultTables>) {
  return db
    .selectFrom('accounts')
    .innerJoin('vaults', 'vaults.account_id', 'accounts.id')
    .select((eb) => [
      'accounts.id',
      'accounts.tenant_id',
      'accounts.created_at',
      'vaults.revision',
      'vaults.committed_at',
      'vaults.pending_until',
      'vaults.disabled_at',
      sql<number | null>`octet_length(vaults.envelope)`.as('bytes'),
      eb
        .selectFrom('credentials')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('credentials.account_id', '=', 'accounts.id')
        .where('provisional_until', 'is', null)
        .as('passkeys'),
      eb
        .selectFrom('credentials')
        .select(({ fn }) => fn.max('last_used_at').as('last'))
        .whereRef('credentials.account_id', '=', 'accounts.id')
        .as('last_used_at'),
    ]);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];

function summaryOf(row: SummaryRow, now: number): AccountSummary {
  const uses = [row.last_used_at, row.committed_at].filter((time) => time !== null);
  return {
    tenant: row.tenant_id,
    account: row.id,
    created: row.created_at,
    lastUse: uses.length === 0 ? null : Math.max(...uses),
    revision: row.revision,
    passkeys: row.passkeys ?? 0,
    bytes: row.bytes ?? 0,
    state: stateOf(row, now),
  };
}

function stateOf(row: SummaryRow, now: number): AccountState {
  if (row.disabled_at !== null) return 'disabled';
  if (row.pending_until === null) return 'active';
  return isLive(row.pending_until, SESSION_MS, now) ? 'pending' : 'abandoned';
}
