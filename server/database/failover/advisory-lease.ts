import pg from 'pg';
import type { Lease } from './lease.ts';

/** Number of heartbeats within the time after which PostgreSQL ends a silent session. */
const BEATS = 3;

interface Connection {
  readonly client: pg.Client;
  readonly ask: (
    text: string,
    values?: readonly string[],
  ) => Promise<pg.QueryResult<{ readonly locked?: boolean }>>;
  isLocked: boolean;
}

/**
 * Creates a lease that is an advisory lock of PostgreSQL, held by a connection of its own. The lock
 * becomes free when its holder's process ends. It also becomes free when PostgreSQL ends the
 * session of a holder that is silent for `silenceMs`, for example because its process was stopped
 * or its network failed. Such a holder may still believe that it has the lock, so its writes need a
 * guard (`fenced-lease`).
 */
export function createAdvisoryLease(deps: {
  readonly url: string;
  readonly name: string;
  readonly silenceMs: number;
}): Lease {
  const { silenceMs } = deps;
  let connection: Connection | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;

  function drop(client: pg.Client): void {
    if (connection?.client === client) {
      connection = undefined;
      clearInterval(beat);
    }
    client.end().catch(() => undefined);
  }

  async function connect(): Promise<Connection> {
    const client = new pg.Client({
      connectionString: deps.url,
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
      application_name: 'condor lease',
      keepAlive: true,
    });
    client.on('error', () => drop(client));
    client.on('end', () => drop(client));
    try {
      await client.connect();
      await client.query(`set idle_session_timeout = ${Math.round(silenceMs)}`);
    } catch (error) {
      drop(client);
      throw error;
    }
    // The connection runs one query at a time.
    let turn: Promise<unknown> = Promise.resolve();
    const ask: Connection['ask'] = (text, values = []) => {
      const asked = turn.catch(() => undefined).then(() => client.query(text, [...values]));
      turn = asked;
      return asked;
    };
    beat = setInterval(() => void ask('select 1').catch(() => drop(client)), silenceMs / BEATS);
    connection = { client, ask, isLocked: false };
    return connection;
  }

  return {
    async hold() {
      if (connection?.isLocked === true) return true;
      const current = connection ?? (await connect());
      const { rows } = await current.ask(
        'select pg_try_advisory_lock(hashtext($1), hashtext(current_schema())) as locked',
        [deps.name],
      );
      current.isLocked = rows[0]?.locked === true;
      return current.isLocked && connection === current;
    },
    async release() {
      if (connection !== undefined) drop(connection.client);
    },
  };
}
