import { type QueryExecutorProvider, sql } from 'kysely';
import type { Engine } from '../../database/open.ts';

/**
 * Settings of SQLite for rows that can be read again from the chain and hold nothing private: losing
 * the power may cost the last commits, never the agreement of rows and cursor, and the next start
 * reads on from there. A larger cache holds the indexes that every new position touches.
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
