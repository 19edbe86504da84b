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
  // The lock makes PostgreSQL check whether it may write, although no row matches.
  const rows = engine === 'postgres' && !onlyReads ? sql`where false for update` : sql`limit 1`;
  await retryTransient(() => sql`select 1 from ${sql.table(table)} ${rows}`.execute(db));
}
