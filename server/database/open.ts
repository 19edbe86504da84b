import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { closingPool } from './failover/closing-pool.ts';
import { openLog } from './log-file.ts';
import type { PostgresOptions } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { TransactionalSqliteDialect } from './sqlite-dialect.ts';
import { withStatementCache } from './statement-cache.ts';
import { defineSumDigits } from './sum-digits.ts';
import type { DatabaseTarget } from './target.ts';

export type Engine = DatabaseTarget['engine'];

export interface OpenDatabase<Tables> {
  readonly db: Kysely<Tables>;
  readonly engine: Engine;
  readonly target: DatabaseTarget;
  /** Flushes all commits to disk; undefined if every commit flushes itself. */
  readonly flush?: () => Promise<void>;
  /** Connections of PostgreSQL's pool by state, and queries that wait for a connection. */
  readonly connections?: () => {
    readonly used: number;
    readonly idle: number;
    readonly waiting: number;
  };
  close(): Promise<void>;
  /** Opens the same database without time limits for statements, for `migrate`. */
  openUnlimited(): Pick<OpenDatabase<Tables>, 'db' | 'close'>;
}

/**
 * Opens a service's database for Kysely. `Tables` is the service's table interface; run its
 * migrations (`migrate`) before the first query. On SQLite every commit is flushed before it
 * returns, and all queries of the service share one connection. A statement that finds the file
 * locked blocks the whole process; with `busyTimeoutMs: 0`, the statement fails immediately, and
 * writers use `retryTransient`. With `sharesFlushes`, the caller flushes after its commits
 * (`createTransactions`). On PostgreSQL no statement takes longer than `timeoutMs`.
 */
export function openDatabase<Tables>(
  target: DatabaseTarget,
  options: {
    readonly busyTimeoutMs?: number;
    readonly timeoutMs?: number;
    readonly sharesFlushes?: boolean;
    /** True to accept a standby, for an instance that only reads. */
    readonly allowsStandby?: boolean;
  } = {},
): OpenDatabase<Tables> {
  if (target.engine === 'postgres') {
    const { timeoutMs, allowsStandby = false } = options;
    const openPool = (pool: PostgresOptions) =>
      openPostgresPool<Tables>(target.url, { ...pool, allowsStandby });
    return {
      target,
      ...openPool(timeoutMs === undefined ? {} : { timeoutMs }),
      engine: 'postgres',
      openUnlimited: () => openPool({ connections: 1, isUnlimited: true }),
    };
  }
  const { busyTimeoutMs, sharesFlushes = false } = options;
  const handle = openSqlite(target.file, {
    ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
    synchronous: sharesFlushes ? 'NORMAL' : 'FULL',
  });
  const log = sharesFlushes ? openLog(target.file) : undefined;
  const db = new Kysely<Tables>({
    dialect: new TransactionalSqliteDialect({ database: withStatementCache(handle) }),
  });
  return {
    db,
    target,
    engine: 'sqlite',
    ...(log === undefined ? {} : { flush: log.flush }),
    async close() {
      try {
        await log?.flush();
      } finally {
        await db.destroy();
        // Kysely doesn't close a handle that was never used.
        handle.close();
        log?.close();
      }
    },
    // SQLite limits only the wait for a lock, so statements have no time limit anyway.
    openUnlimited: () => ({ db, close: async () => undefined }),
  };
}

/** Number of a reader's connections. On SQLite, all responses share one connection. */
const READER_CONNECTIONS = 4;

/** Opens a service's migrated database read-only, for a thread. Supports `sumDigits`. */
export function openReader<Tables>(
  target: DatabaseTarget,
): Pick<OpenDatabase<Tables>, 'db' | 'close'> {
  if (target.engine === 'postgres')
    return openPostgresPool(target.url, {
      connections: READER_CONNECTIONS,
      allowsStandby: true,
    });
  const handle = openSqlite(target.file, { isReadOnly: true });
  defineSumDigits(handle);
  const db = new Kysely<Tables>({
    dialect: new TransactionalSqliteDialect({ database: withStatementCache(handle) }),
  });
  return { db, close: () => db.destroy() };
}

function openPostgresPool<Tables>(
  url: string,
  options: PostgresOptions,
): Required<Pick<OpenDatabase<Tables>, 'db' | 'close' | 'connections'>> {
  let opened: Pool | undefined;
  const dialect = new PostgresDialect({
    pool: async () => {
      const { openPostgres } = await import('./postgres.ts');
      opened = openPostgres(url, options);
      return closingPool(opened);
    },
  });
  const db = new Kysely<Tables>({ dialect });
  return {
    db,
    close: () => db.destroy(),
    connections() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = opened ?? {};
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
  };
}
