import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError } from 'pg';

/**
 * Returns a pool that closes a connection when a query timed out; the next query would have to wait
 * behind it.
 */
export function closingPool(pool: PostgresPool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => closing(await pool.connect()),
  };
}

function closing(client: PostgresPoolClient): PostgresPoolClient {
  let isBroken = false;

  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []) {
    if (typeof sql !== 'string') return client.query(sql);
    return client.query(sql, parameters).catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) isBroken = true;
      throw error;
    });
  }

  return { query, release: (destroy) => client.release(isBroken || destroy === true) };
}
