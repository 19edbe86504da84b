import type { Clock } from '../../../shared/ports.ts';
import type { Stored } from '../state/stored.ts';
import type { Ledger as LedgerRows } from '../state/stored-keys.ts';

/** Long enough for a page to come back after the worker died; answers hold no secret. */
const KEPT_MS = 10 * 60_000;

export type Ledger = ReturnType<typeof createLedger>;

/**
 * Answers of requests that must not run twice, kept across worker death: a page that sends the same
 * request again gets the same answer and no second prompt.
 */
export function createLedger(deps: {
  stored: Stored<LedgerRows>;
  clock: Clock;
  /** The answer that another store already holds: the hash of a broadcast transaction. */
  answerTo: (key: string) => unknown;
}) {
  let rows: LedgerRows = {};
  const running = new Map<string, Promise<unknown>>();

  async function record(key: string, answer: unknown): Promise<void> {
    const oldest = deps.clock.now() - KEPT_MS;
    const fresh = Object.entries(rows).filter(([, row]) => row.at >= oldest);
    rows = { ...Object.fromEntries(fresh), [key]: { at: deps.clock.now(), answer } };
    await deps.stored.write(rows);
  }

  return {
    async restore(): Promise<void> {
      rows = (await deps.stored.read()) ?? {};
    },

    /** Runs `work` once for a key: a second call waits for the first or gets its stored answer. */
    once(key: string, work: () => Promise<unknown>): Promise<unknown> {
      const row = rows[key];
      if (row !== undefined) return Promise.resolve(row.answer);
      const current = running.get(key);
      if (current !== undefined) return current;
      const sent = deps.answerTo(key);
      if (sent !== undefined) return Promise.resolve(sent);
      const started = work().then(async (answer) => {
        await record(key, answer);
        return answer;
      });
      running.set(key, started);
      started.then(
        () => running.delete(key),
        () => running.delete(key),
      );
      return started;
    },
  };
}
