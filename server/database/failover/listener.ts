import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds between checks of the connection, and longest wait for each answer. */
const KEEP_ALIVE_MS = 5_000;
const TIMEOUT_MS = 3_000;
const PAUSE_MS = { shortest: 50, longest: 2_000 };

export interface Listener {
  stop(): Promise<void>;
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and reconnects when the connection
 * ends. Notifications that are sent without a connection, or that a failover loses, don't arrive.
 * So `onConnect`, which is called whenever listening begins, must read the changes since then.
 */
export function startListener(deps: {
  readonly url: string;
  readonly channel: string;
  readonly onConnect: () => void;
  readonly onNotice: () => void;
}): Listener {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function listen(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: deps.url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'condor listener',
      keepAlive: true,
    });
    const ended = new AbortController();
    // Node would exit on an error event without a listener.
    client.on('error', () => ended.abort());
    client.on('end', () => ended.abort());
    client.on('notification', deps.onNotice);
    const end = AbortSignal.any([signal, ended.signal]);
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(deps.channel)}`);
      onListening();
      deps.onConnect();
      for (;;) {
        await wait(KEEP_ALIVE_MS, undefined, { signal: end });
        await client.query('select 1');
      }
    } finally {
      client.end().catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    let pause = PAUSE_MS.shortest;
    while (!signal.aborted) {
      await listen(() => {
        pause = PAUSE_MS.shortest;
      }).catch(() => undefined);
      await wait(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
      pause = Math.min(2 * pause, PAUSE_MS.longest);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
