import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError } from 'pg';
import { isReadOnly } from './storage-error.ts';

/**
 * Returns a pool that closes a connection when a query timed out, because the next query would have
 * to wait behind it. When a server accepts only reads, all connections that are open then are
 * closed at their next use: new ones reach the server that took over.
 */
export function closingPool(pool: PostgresPool): PostgresPool {
  /** Counts servers that became read-only. */
  let era = 0;
  const eraOf = new WeakMap<PostgresPoolClient, number>();

  async function connect(): Promise<PostgresPoolClient> {
    for (;;) {
      const client = await pool.connect();
      const opened = eraOf.get(client) ?? era;
      eraOf.set(client, opened);
      if (opened === era)
        return closing(client, () => {
          // Its other connections fail too, and those that are newer stay.
          if (opened === era) era++;
        });
      client.release(true);
    }
  }

  return { options: pool.options, end: () => pool.end(), connect };
}

function closing(client: PostgresPoolClient, onReadOnly: () => void): PostgresPoolClient {
  let isBroken = false;

  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []) {
    if (typeof sql !== 'string') return client.query(sql);
    return client.query(sql, parameters).catch((error: unknown) => {
      if (isReadOnly(error)) onReadOnly();
      isBroken ||= isReadOnly(error) || !(error instanceof DatabaseError);
      throw error;
    });
  }

  return { query, release: (destroy) => client.release(isBroken || destroy === true) };
}
