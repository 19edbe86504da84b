import { createPace, type Pace } from '../../../../shared/chain/logs/pace.ts';
import type { Clock } from '../../../../shared/ports.ts';

/** Milliseconds after a complete run in which the chain isn't read again. */
const AGAIN_MS = 30_000;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 600_000;

export type ScanRuns = ReturnType<typeof createScanRuns>;

/**
 * Runs one scan at a time in the background, and decides when the next scan is due. `key`
 * distinguishes several scans of one owner, which take turns.
 */
export function createScanRuns({ clock }: { readonly clock: Clock }) {
  const finishedAt = new Map<string, number>();
  let running: Promise<void> | undefined;
  let pace: Pace | undefined;
  let retries = 0;
  let retryAt = 0;

  async function attempt(run: () => Promise<boolean>, key: string): Promise<void> {
    try {
      if (await run()) finishedAt.set(key, clock.now());
      retries = 0;
    } catch {
      // The lanes report why the run failed. The pause before a retry grows with each failure.
      retryAt = clock.now() + Math.min(FIRST_RETRY_MS * 2 ** retries, MAX_RETRY_MS);
      retries += 1;
    } finally {
      running = undefined;
      pace = undefined;
    }
  }

  return {
    isRunning: (): boolean => running !== undefined,
    hasFailed: (): boolean => retries > 0,
    /** Returns true when a run may start. `isUrgent` skips the pause after a successful run. */
    isDue(key = '', isUrgent = false): boolean {
      const now = clock.now();
      if (retries > 0) return now >= retryAt;
      return isUrgent || now - (finishedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= AGAIN_MS;
    },
    /**
     * Starts a run unless one is active. `run` returns true when it reached the newest blocks. Only
     * such a run is followed by a pause.
     */
    start(run: () => Promise<boolean>, key = ''): void {
      running ??= attempt(run, key);
    },
    /** Ends the pauses, so that the next run is due immediately. */
    renew(key = ''): void {
      retries = 0;
      finishedAt.delete(key);
    },
    /** Records that the active run has read down to this block. */
    notePast(from: number): void {
      pace ??= createPace(clock);
      pace.note(-from);
    },
    /**
     * Estimates the seconds to read the given number of older blocks; undefined while the pace
     * isn't known.
     */
    secondsFor: (blocks: number): number | undefined =>
      blocks === 0 ? undefined : pace?.secondsFor(blocks),
    /** Resolves when no run is active. */
    async idle(): Promise<void> {
      await running;
    },
  };
}
