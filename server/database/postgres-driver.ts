import { DatabaseError, type PoolClient } from 'pg';
import { type SqlDriver, StorageError } from './driver.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import { type Script, Undo } from './script.ts';

/** Another transaction won: the caller may ask the client to try the whole ceremony again. */
const CONFLICTS = new Set(['40001', '40P01']);
/** The server ends the connection because it stops, starts or was idle for too long. */
const ENDINGS = new Set(['57P01', '57P02', '57P03', '25P03']);
/** Limits of time, held locks, no free connection: what passes by itself. */
const BUSY = new Set(['57014', '55P03', '53300', ...ENDINGS]);

/**
 * Runs scripts on PostgreSQL, READ COMMITTED: every transition of a script is one conditional
 * statement, and the account's row is its first lock. PostgreSQL groups concurrent commits itself.
 */
export function createPostgresDriver(url: string, options: PostgresOptions = {}): SqlDriver {
  const pool = openPostgres(url, options);

  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | undefined;
    let isBroken = true;
    try {
      client = await pool.connect();
      const result = await work(client);
      isBroken = false;
      return result;
    } catch (cause) {
      if (isSound(cause)) isBroken = false;
      throw storageError(cause);
    } finally {
      client?.release(isBroken);
    }
  }

  return {
    // Another instance may change any row at any time, so nothing is ever cached.
    read: (script) => withClient((client) => drive(client, script())),
    // What others see of a durable transaction is on disk.
    readUnsettled: (script) => withClient((client) => drive(client, script())),
    write: (script, durability, written) =>
      withClient(async (client) => {
        // Said each time, in the same message: what is durable shall not rest on the server's setting.
        await client.query(
          `begin; set local synchronous_commit = ${durability === 'durable' ? 'on' : 'off'}`,
        );
        try {
          const result = await drive(client, script());
          await client.query(result instanceof Undo ? 'rollback' : 'commit');
          if (result instanceof Undo) return result.value;
          written?.(result);
          return result;
        } catch (error) {
          // Without an answer the connection is thrown away, and the transaction with it.
          if (isSound(error)) await client.query('rollback');
          throw error;
        }
      }),
    // The server flushes its log in order: whatever is durable after this covers all before it. The
    // message is there because a transaction that wrote no log waits for no flush.
    flush: () =>
      withClient(async (client) => {
        await client.query(
          "begin; set local synchronous_commit = on; select pg_logical_emit_message(true, 'condor', ''); commit",
        );
      }),
    close: () => pool.end(),
  };
}

async function drive<T>(client: PoolClient, script: Script<T>): Promise<T> {
  let next = script.next();
  while (next.done !== true) {
    const { name, sql, values } = next.value;
    const { rows } = await client.query<Record<string, unknown>>({
      name,
      text: sql,
      values: [...values],
    });
    next = script.next(rows);
  }
  return next.value;
}

/** By the codes of PostgreSQL's appendix A; class 08 is a connection that broke. */
function storageError(cause: unknown): StorageError {
  if (cause instanceof DatabaseError) {
    const { code = '' } = cause;
    if (CONFLICTS.has(code)) {
      return new StorageError('STORAGE_CONFLICT', 'a concurrent transaction won', { cause });
    }
    return BUSY.has(code) || code.startsWith('08')
      ? new StorageError('STORAGE_BUSY', 'PostgreSQL is busy', { cause })
      : new StorageError('STORAGE_BROKEN', 'PostgreSQL refused', { cause });
  }
  // The driver and the system throw plain errors where no answer came; these are mistakes of ours.
  return cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError
    ? new StorageError('STORAGE_BROKEN', 'what PostgreSQL gave cannot be read', { cause })
    : new StorageError('STORAGE_BUSY', 'PostgreSQL gave no answer', { cause });
}

/** The server answered with an error, and the connection goes on. */
function isSound(error: unknown): boolean {
  return error instanceof DatabaseError && !ENDINGS.has(error.code ?? '');
}
