import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const INTERVAL_MS = 100;
const TIMEOUT_MS = 1000;

/** Reads from any standby until stopped. After a failure, opens a new connection. */
export function readStandbys(url: string) {
  /** Times of successful reads. */
  const times: number[] = [];
  let isDone = false;

  async function read(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      while (!isDone) {
        await client.query('select count(*) from vaults');
        times.push(performance.now());
        await wait(INTERVAL_MS);
      }
    } finally {
      client.end().catch(() => undefined);
    }
  }

  const running = (async () => {
    // A failed read is visible as a gap between the times.
    while (!isDone) await read().catch(() => wait(INTERVAL_MS));
  })();
  return {
    times,
    async stop(): Promise<void> {
      isDone = true;
      await running;
    },
  };
}
