import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { isReadOnly } from '../storage-error.ts';

/**
 * Returns a pool that closes a connection after a query timed out. Otherwise the connection's next
 * query would wait for the timed-out query. When a server accepts only reads, the pool closes each
 * open connection at its next use, so that new connections reach the server that took over.
 */
export function closingPool(pool: Pool): PostgresPool {
  /** Number of times that a server became read-only. */
  let era = 0;
  const eraOf = new WeakMap<PoolClient, number>();

  async function connect(): Promise<PostgresPoolClient> {
    for (;;) {
      const client = await pool.connect();
      const opened = eraOf.get(client) ?? era;
      eraOf.set(client, opened);
      if (opened === era)
        return closing(client, () => {
          // The pool's other old connections fail too; connections that were opened later stay
          // open.
          if (opened === era) era++;
        });
      client.release(true);
    }
  }

  return { options: pool.options, end: () => pool.end(), connect };
}

type Client = PostgresPoolClient & Pick<PoolClient, 'on' | 'off'>;

function closing(client: Client, onReadOnly: () => void): PostgresPoolClient {
  let isBroken = false;

  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []) {
    if (typeof sql !== 'string') return client.query(sql);
    const asked = sql === 'commit' ? confirmedCommit(client) : client.query(sql, parameters);
    return asked.catch((error: unknown) => {
      if (isReadOnly(error)) onReadOnly();
      isBroken ||= isReadOnly(error) || !(error instanceof DatabaseError);
      throw error;
    });
  }

  return { query, release: (destroy) => client.release(isBroken || destroy === true) };
}

/** PostgreSQL's code for a general warning. */
const WARNING = '01000';

/**
 * Commits. PostgreSQL reports success with a warning when it stops waiting for its standby, for
 * example because an administrator cancelled the wait. A failover can still undo such a commit, so
 * it counts as unconfirmed.
 * @throws Error when the commit isn't confirmed
 */
async function confirmedCommit(client: Client) {
  let isConfirmed = true;
  const onNotice = ({ code }: { readonly code?: string | undefined }) => {
    if (code === WARNING) isConfirmed = false;
  };
  client.on('notice', onNotice);
  try {
    const result = await client.query<unknown>('commit', []);
    if (!isConfirmed) throw new Error('no standby has confirmed the commit');
    return result;
  } finally {
    client.off('notice', onNotice);
  }
}
