import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { openSqlite } from './sqlite.ts';
import { withStatementCache } from './statement-cache.ts';
import type { DatabaseTarget } from './target.ts';

export type Engine = DatabaseTarget['engine'];

export interface OpenDatabase<Tables> {
  readonly db: Kysely<Tables>;
  readonly engine: Engine;
  close(): Promise<void>;
}

/**
 * Opens a service's database for Kysely. `Tables` is the service's own table interface; run its
 * migrations (`migrate`) before the first query. On SQLite every commit is flushed before it
 * returns, and all queries of the service share one connection. A statement that finds the file
 * locked waits and stops the whole process meanwhile; with `busyTimeoutMs: 0` it fails at once, and
 * writers wrap themselves in `patiently`.
 */
export function openDatabase<Tables>(
  target: DatabaseTarget,
  options: { readonly busyTimeoutMs?: number } = {},
): OpenDatabase<Tables> {
  if (target.engine === 'postgres') {
    const dialect = new PostgresDialect({
      // Loaded only where it is used.
      pool: async () => (await import('./postgres.ts')).openPostgres(target.url),
    });
    const db = new Kysely<Tables>({ dialect });
    return { db, engine: 'postgres', close: () => db.destroy() };
  }
  const handle = openSqlite(target.file, options);
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: withStatementCache(handle) }),
  });
  return {
    db,
    engine: 'sqlite',
    async close() {
      await db.destroy();
      // Kysely leaves alone a handle that no query ever used.
      handle.close();
    },
  };
}
