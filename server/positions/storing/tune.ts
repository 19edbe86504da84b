import { type QueryExecutorProvider, sql } from 'kysely';
import type { Engine } from '../../database/open.ts';

/**
 * Tunes SQLite for rows that aren't private and can be read from the chain again. A power failure
 * may lose the last commits, but rows and cursor stay consistent, and the next start continues from
 * the cursor. A larger cache has room for the indexes that every new position changes.
 */
export async function tuneForIndex(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  if (engine !== 'sqlite') return;
  for (const pragma of [
    'synchronous = normal',
    'secure_delete = off',
    'cache_size = -16000',
    'wal_autocheckpoint = 4000',
  ])
    await sql.raw(`pragma ${pragma}`).execute(db);
}
