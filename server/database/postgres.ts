import pg from 'pg';
import { ensureTlsFiles } from './tls-files.ts';

const INT8_OID = 20;

/** Error code for a server that is a standby. */
export const STANDBY = 'STANDBY';

export interface PostgresOptions {
  readonly connections?: number;
  /** Maximum milliseconds to wait for a statement, a lock or a free connection. */
  readonly timeoutMs?: number;
  /** True to run statements without a time limit, for migrations outside of requests. */
  readonly isUnlimited?: boolean;
  /** True to accept a standby, whose data may be older than responses of the primary. */
  readonly allowsStandby?: boolean;
}

/**
 * Creates a pool with a time limit for every wait (unless `isUnlimited`), so that a hanging
 * database causes errors instead of hanging requests. `bigint` columns are returned as numbers and
 * must be safe integers; amounts of money are text columns.
 * @throws CondorError database-unusable for a TLS file that can't be read
 */
export function openPostgres(url: string, options: PostgresOptions = {}): pg.Pool {
  ensureTlsFiles(url);
  const timeout = options.timeoutMs ?? 5000;
  const pool = new pg.Pool({
    connectionString: withDurability(url),
    max: options.connections ?? 10,
    connectionTimeoutMillis: timeout,
    async onConnect(client) {
      if (options.isUnlimited === true) await client.query(UNLIMITED);
      if (options.allowsStandby !== true) await ensurePrimary(client);
    },
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
  // After an error, the pool replaces the connection, and the current query fails. Without a
  // listener, Node would exit.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Rejects a connection to a standby. A primary that becomes a standby ends its connections, so
 * checking new connections is enough.
 */
export async function ensurePrimary(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>(
    'select pg_is_in_recovery() as "isStandby"',
  );
  if (rows[0]?.isStandby === true)
    throw Object.assign(new Error('the database is a standby'), { code: STANDBY });
}

/**
 * Limits for migrations. They have no statement timeout, but a forgotten session that locks a table
 * must not block a start forever. The limits are set by a statement, because a connection pooler
 * may drop settings that a client requests at the start.
 */
const UNLIMITED =
  'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 60000';

/** Returns the address with a parameter that makes each commit durable. */
function withDurability(url: string): string {
  const parsed = new URL(url);
  const own = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', `${own} -c synchronous_commit=on`.trim());
  return parsed.href;
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  return oid === INT8_OID && format !== 'binary'
    ? safeInteger
    : pg.types.getTypeParser(oid, format);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError('a bigint column exceeds the safe integers');
  return value;
}
