import { setTimeout as wait } from 'node:timers/promises';

const LIMIT_MS = 3_000;
/**
 * Maximum milliseconds of retries for a transaction that PostgreSQL keeps rolling back. Each
 * rollback means that another transaction has ended, so even a slow machine makes progress.
 */
const MAX_ROLLED_BACK_MS = 10_000;
/** Maximum milliseconds of a pause while another process has a lock. */
const MAX_LOCK_PAUSE_MS = 50;
/** Longest pause after a rollback in milliseconds. Simultaneous retries would fail again. */
const MAX_ROLLED_BACK_PAUSE_MS = 250;
/**
 * Maximum retries of a transaction that PostgreSQL rolled back. At SERIALIZABLE, thirty writers of
 * one account need up to ten retries.
 */
const ROLLED_BACK_RETRIES = 15;

/** A serialization failure, a deadlock, and a server that became a standby. */
const ROLLED_BACK = new Set(['40001', '40P01', '25006']);

/**
 * Retries work that failed without an effect and may succeed now: another process had locked SQLite
 * (a backup tool, a second instance), or PostgreSQL rolled the transaction back. The event loop
 * stays free. Pauses are random, so that two instances don't collide again. Throws the last error.
 */
export async function retryTransient<T>(attempt: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  const begun = performance.now();
  let rolledBack = 0;
  for (let pause = 1; ; pause *= 2) {
    try {
      return await attempt();
    } catch (error) {
      const code = transientCode(error);
      if (code === undefined) throw error;
      const isRolledBack = ROLLED_BACK.has(code);
      pause = Math.min(pause, isRolledBack ? MAX_ROLLED_BACK_PAUSE_MS : MAX_LOCK_PAUSE_MS);
      const limit = isRolledBack ? Math.max(limitMs, MAX_ROLLED_BACK_MS) : limitMs;
      if (performance.now() + pause > begun + limit) throw error;
      if (isRolledBack && ++rolledBack > ROLLED_BACK_RETRIES) throw error;
    }
    await wait(pause * (0.5 + Math.random()));
  }
}

/** Returns the database's code of a temporary error; undefined for other errors. */
function transientCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const isTransient = /^SQLITE_(BUSY|LOCKED)/.test(code) || ROLLED_BACK.has(code);
  return isTransient ? code : transientCode(error.cause);
}
