import { setTimeout as wait } from 'node:timers/promises';

const LIMIT_MS = 3_000;
const LONGEST_PAUSE_MS = 50;

/**
 * Retries a write while another process locks SQLite (a backup tool, a second instance). The event
 * loop stays free, so reads continue. Throws the last error.
 */
export async function retryWhileLocked<T>(
  attempt: () => Promise<T>,
  limitMs = LIMIT_MS,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || performance.now() + pause > deadline) throw error;
    }
    await wait(pause);
  }
}

function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return /^SQLITE_(BUSY|LOCKED)/.test(code) || isLocked(error.cause);
}
