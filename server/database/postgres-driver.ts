import { DatabaseError, type PoolClient } from 'pg';
import { type SqlDriver, StorageError } from './driver.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import { type Script, Undo } from './script.ts';

/** Another transaction won: the caller may ask the client to try the whole ceremony again. */
const CONFLICTS = new Set(['40001', '40P01']);

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
      // The server answered with an error: the connection itself is sound.
      if (cause instanceof DatabaseError) isBroken = false;
      throw storageError(cause);
    } finally {
      client?.release(isBroken);
    }
  }

  return {
    // Another instance may change any row at any time, so nothing is ever cached.
    read: (script) => withClient((client) => drive(client, script())),
    write: (script, durability, committed) =>
      withClient(async (client) => {
        await client.query(
          durability === 'durable' ? 'begin' : 'begin; set local synchronous_commit = off',
        );
        try {
          const result = await drive(client, script());
          await client.query(result instanceof Undo ? 'rollback' : 'commit');
          if (result instanceof Undo) return result.value;
          committed?.(result);
          return result;
        } catch (error) {
          // Without an answer the connection is thrown away, and the transaction with it.
          if (error instanceof DatabaseError) await client.query('rollback');
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

function storageError(cause: unknown): StorageError {
  const isConflict = cause instanceof DatabaseError && CONFLICTS.has(cause.code ?? '');
  return isConflict
    ? new StorageError('STORAGE_CONFLICT', 'a concurrent transaction won', { cause })
    : new StorageError('STORAGE_BUSY', 'PostgreSQL gave no answer', { cause });
}
