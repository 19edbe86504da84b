import { sql } from 'kysely';
import type { OpenDatabase } from '../open.ts';
import { retryTransient } from '../retry-transient.ts';

/**
 * Rejects when a database doesn't respond, or accepts only reads, as a demoted primary does. With
 * `onlyReads`, a database that accepts only reads is fine. Writes nothing. `table` is one of the
 * service's tables.
 */
export async function pingDatabase<Tables>(
  { db, engine }: Pick<OpenDatabase<Tables>, 'db' | 'engine'>,
  table: string,
  { onlyReads = false }: { readonly onlyReads?: boolean } = {},
): Promise<void> {
  // Because of the lock, PostgreSQL checks whether it may write, although no row matches and is
  // locked.
  const rows = engine === 'postgres' && !onlyReads ? sql`where false for update` : sql`limit 1`;
  await retryTransient(() => sql`select 1 from ${sql.table(table)} ${rows}`.execute(db));
}
