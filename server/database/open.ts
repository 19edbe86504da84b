import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import type { PostgresOptions } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { withStatementCache } from './statement-cache.ts';
import type { DatabaseTarget } from './target.ts';

export type Engine = DatabaseTarget['engine'];

export interface OpenDatabase<Tables> {
  readonly db: Kysely<Tables>;
  readonly engine: Engine;
  close(): Promise<void>;
  /** The same database, with statements that may take as long as they take: for `migrate`. */
  openUnlimited(): Pick<OpenDatabase<Tables>, 'db' | 'close'>;
}

/**
 * Opens a service's database for Kysely. `Tables` is the service's own table interface; run its
 * migrations (`migrate`) before the first query. On SQLite every commit is flushed before it
 * returns, and all queries of the service share one connection. A statement that finds the file
 * locked waits and stops the whole process meanwhile; with `busyTimeoutMs: 0` it fails at once, and
 * writers wrap themselves in `patiently`. On PostgreSQL no statement takes longer than `timeoutMs`.
 */
export function openDatabase<Tables>(
  target: DatabaseTarget,
  options: { readonly busyTimeoutMs?: number; readonly timeoutMs?: number } = {},
): OpenDatabase<Tables> {
  if (target.engine === 'postgres') {
    const openPool = (pool: PostgresOptions) => {
      const dialect = new PostgresDialect({
        // Loaded only where it is used.
        pool: async () => (await import('./postgres.ts')).openPostgres(target.url, pool),
      });
      const db = new Kysely<Tables>({ dialect });
      return { db, close: () => db.destroy() };
    };
    return {
      ...openPool(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      engine: 'postgres',
      openUnlimited: () => openPool({ connections: 1, isUnlimited: true }),
    };
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
    // SQLite has no limit on what runs, only on waiting for another's lock.
    openUnlimited: () => ({ db, close: async () => undefined }),
  };
}
