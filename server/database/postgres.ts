import pg from 'pg';

const INT8_OID = 20;

export interface PostgresOptions {
  readonly connections?: number;
  /** Longest time a statement may run, wait for a lock or for a free connection. */
  readonly timeoutMs?: number;
  /** Statements may take as long as they take; for migrations, which nobody waits for in a request. */
  readonly isUnlimited?: boolean;
}

/**
 * A pool whose every wait is bounded unless it is `isUnlimited`, so that a database that hangs gives an error instead of a
 * request that hangs. `bigint` columns arrive as numbers and must be safe integers; amounts of
 * money are text columns.
 */
export function openPostgres(url: string, options: PostgresOptions = {}): pg.Pool {
  const timeout = options.timeoutMs ?? 5000;
  const pool = new pg.Pool({
    connectionString: withSettings(url, options.isUnlimited === true),
    max: options.connections ?? 10,
    connectionTimeoutMillis: timeout,
    ...(options.isUnlimited === true
      ? {}
      : {
          query_timeout: timeout + 1000,
          statement_timeout: timeout,
          lock_timeout: timeout,
          idle_in_transaction_session_timeout: 2 * timeout,
        }),
    application_name: 'condor',
    keepAlive: true,
    types: { getTypeParser: parserOf },
  });
  // A connection that breaks is replaced at the next use, and whoever was using it learns of it by
  // the query that fails. Without a listener Node would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The limits of migrations: a forgotten shell that holds a table must not hang a start for ever. */
const UNLIMITED =
  '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=60000';

/**
 * Has each commit on disk when it resolves, however the server, the database or the user are set;
 * the same for the limits of what is unlimited.
 */
function withSettings(url: string, isUnlimited: boolean): string {
  const parsed = new URL(url);
  const own = parsed.searchParams.get('options') ?? '';
  const limits = isUnlimited ? UNLIMITED : '';
  const options = `${own} -c synchronous_commit=on ${limits}`.trim();
  parsed.searchParams.set('options', options);
  return parsed.href;
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  return oid === INT8_OID && format !== 'binary'
    ? safeInteger
    : pg.types.getTypeParser(oid, format);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint column left the safe integers');
  return value;
}
