import pg from 'pg';
import { CondorError } from '../../../shared/errors.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { ensurePrimary, STANDBY } from '../postgres.ts';
import type { DatabaseTarget } from '../target.ts';
import { ensureTlsFiles } from '../tls-files.ts';
import { databaseUnusable } from '../unusable.ts';

const CONNECT_MS = 5000;
const MAX_PAUSE_MS = 5000;

/** Errors of network and name resolution on a machine that is starting. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The Unix socket doesn't exist yet.
  'ENOENT',
  // PostgreSQL is starting, stopping, recovering, or has no free connection.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  STANDBY,
]);

/**
 * Waits until PostgreSQL accepts connections, for at most `limitMs`. Before each pause, calls
 * `onWait` with the reason and the remaining milliseconds. Waits only for temporary problems: no
 * network, or a PostgreSQL that starts, stops, recovers, is a standby or has no free connection. A
 * wrong password, user, database or TLS file fails immediately.
 * @throws CondorError database-unusable
 */
export async function waitForDatabase(
  target: DatabaseTarget,
  deps: {
    readonly clock: Clock;
    readonly wait: Wait;
    readonly limitMs: number;
    /** True to accept a standby, for a process that only reads. */
    readonly allowsStandby?: boolean;
    onWait(reason: string, leftMs: number): void;
  },
): Promise<void> {
  if (target.engine === 'sqlite') return;
  ensureTlsFiles(target.url);
  const deadline = deps.clock.now() + deps.limitMs;
  for (let pause = 500; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    const left = deadline - deps.clock.now();
    try {
      await connect(
        target.url,
        Math.max(1000, Math.min(CONNECT_MS, left)),
        deps.allowsStandby === true,
      );
      return;
    } catch (cause) {
      const reason = unreachable(cause);
      if (reason === undefined) throw databaseUnusable(cause);
      const remaining = deadline - deps.clock.now();
      if (remaining <= 0) throw outOfTime(reason, deps.limitMs, cause);
      deps.onWait(reason, remaining);
      await deps.wait(Math.min(pause, remaining));
    }
  }
}

async function connect(url: string, timeoutMs: number, allowsStandby: boolean): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'condor',
  });
  // Node would exit on an error event without a listener when the connection breaks later.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (!allowsStandby) await ensurePrimary(client);
    await ensureDurability(client);
  } finally {
    client.end().catch(() => undefined);
  }
}

/**
 * Throws unless the settings of server, database and role make commits durable. A pooler can drop
 * settings that a connection requests.
 * @throws CondorError database-unusable
 */
async function ensureDurability(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ commits: string }>(
    "select current_setting('synchronous_commit') as commits",
  );
  const commits = rows[0]?.commits ?? '';
  if (commits === 'on' || commits === 'remote_apply') return;
  throw new CondorError(
    'database-unusable',
    `synchronous_commit is ${commits} for the role or the database that DATABASE_URL names: run \`alter role … set synchronous_commit = on\` and \`alter database … set synchronous_commit = on\``,
  );
}

/** Returns a short reason for a temporary error; undefined for other errors. */
function unreachable(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined) return UNREACHABLE.has(code) ? code : undefined;
  // The driver's own errors have no code.
  return /timeout|timed out|terminated/i.test(error.message) ? 'no response' : undefined;
}

function outOfTime(reason: string, limitMs: number, cause: unknown): CondorError {
  return new CondorError(
    'database-unusable',
    `the database that DATABASE_URL names did not answer within ${Math.round(limitMs / 1000)} s (${reason})`,
    { cause },
  );
}
