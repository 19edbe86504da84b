import { sql } from 'kysely';
import { SESSION_MS } from '../../../shared/wire/vault.ts';
import { latestEnd } from '../../live-window.ts';
import type { AdminDatabase } from './open-admin.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Totals of one tenant. */
export interface TenantStats {
  readonly tenant: string;
  readonly accounts: number;
  readonly disabled: number;
  /** Accounts without a vault yet. */
  readonly withoutVault: number;
  /** Accounts with a commit in the last 30 days. */
  readonly savedIn30Days: number;
  readonly passkeys: number;
  readonly sessions: number;
  /** Size of all encrypted vaults. */
  readonly bytes: number;
}

/** Returns the totals of each tenant that has accounts, or of one tenant. */
export async function readStats(
  { read }: AdminDatabase,
  tenant: string | undefined,
  now: number,
): Promise<TenantStats[]> {
  return read(async (db) => {
    const accounts = await db
      .selectFrom('accounts')
      .innerJoin('vaults', 'vaults.account_id', 'accounts.id')
      .select((eb) => [
        'accounts.tenant_id as tenant',
        eb.fn.countAll<number>().as('accounts'),
        eb.fn.count<number>('vaults.disabled_at').as('disabled'),
        eb.fn.count<number>('vaults.pending_until').as('without_vault'),
        eb.fn
          .count<number>(
            eb
              .case()
              .when('vaults.committed_at', '>', now - 30 * DAY_MS)
              .then(1)
              .end(),
          )
          .as('saved'),
        // PostgreSQL's sum of integers is numeric, which the driver returns as text.
        sql<number | null>`cast(sum(octet_length(vaults.envelope)) as bigint)`.as('bytes'),
      ])
      .$if(tenant !== undefined, (query) => query.where('accounts.tenant_id', '=', tenant ?? ''))
      .groupBy('accounts.tenant_id')
      .orderBy('accounts.tenant_id')
      .execute();
    const passkeys = await db
      .selectFrom('credentials')
      .select(({ fn }) => ['tenant_id', fn.countAll<number>().as('count')])
      .where('provisional_until', 'is', null)
      .groupBy('tenant_id')
      .execute();
    const sessions = await db
      .selectFrom('sessions')
      .select(({ fn }) => ['tenant_id', fn.countAll<number>().as('count')])
      .where('expires_at', '>', now)
      .where('expires_at', '<=', latestEnd(SESSION_MS, now))
      .groupBy('tenant_id')
      .execute();
    const countIn = (rows: readonly { tenant_id: string; count: number }[], id: string) =>
      rows.find(({ tenant_id }) => tenant_id === id)?.count ?? 0;
    return accounts.map((row) => ({
      tenant: row.tenant,
      accounts: row.accounts,
      disabled: row.disabled,
      withoutVault: row.without_vault,
      savedIn30Days: row.saved,
      passkeys: countIn(passkeys, row.tenant),
      sessions: countIn(sessions, row.tenant),
      bytes: row.bytes ?? 0,
    }));
  });
}
