import { sql } from 'kysely';
import { CondorError } from '../../../shared/errors.ts';
import type { OpenDatabase } from '../open.ts';
import { databaseUnusable } from '../unusable.ts';

/** Settings that each connection needs: forbidden values, and the value to set for the role. */
const NEEDED = [
  { setting: 'synchronous_commit', refused: ['off', 'local', 'remote_write'], value: 'on' },
  { setting: 'statement_timeout', refused: ['0'], value: "'5s'" },
  { setting: 'lock_timeout', refused: ['0'], value: "'5s'" },
  { setting: 'idle_in_transaction_session_timeout', refused: ['0'], value: "'10s'" },
] as const;

/**
 * Requires the settings that `openPostgres` requests, because a connection pooler can drop settings
 * without an error. Without them, a commit might not be on disk, and a lock could block forever.
 * @throws CondorError database-unusable
 */
export async function ensureSettings<Tables>({
  db,
  engine,
}: Pick<OpenDatabase<Tables>, 'db' | 'engine'>): Promise<void> {
  if (engine !== 'postgres') return;
  const names = sql.join(NEEDED.map(({ setting }) => setting));
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${names})`
    .execute(db)
    .catch((cause: unknown) => {
      throw databaseUnusable(cause);
    });
  for (const { setting, refused, value } of NEEDED) {
    const found = rows.find(({ name }) => name === setting)?.setting;
    if (found !== undefined && !refused.some((text) => text === found)) continue;
    throw new CondorError(
      'database-unusable',
      `${setting} is ${found} on connections to the database that DATABASE_URL names, because a pooler drops what they request: run \`alter role … set ${setting} = ${value}\`, see "Behind PgBouncer" in server/hosting/operation.md`,
    );
  }
}
