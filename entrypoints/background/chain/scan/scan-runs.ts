import { createPace, type Pace } from '../../../../shared/chain/logs/pace.ts';
import type { Clock } from '../../../../shared/ports.ts';

/** Milliseconds for which a found head counts as fresh. */
const AGAIN_MS = 30_000;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 600_000;

export type ScanRuns = ReturnType<typeof createScanRuns>;

/**
 * Runs one scan at a time in the background, and decides when the next one is due. `key` is for an
 * owner with several scans that take turns.
 */
export function createScanRuns({ clock }: { readonly clock: Clock }) {
  const finishedAt = new Map<string, number>();
  let running: Promise<void> | undefined;
  /** How fast the active run reads the past. */
  let pace: Pace | undefined;
  let retries = 0;
  let retryAt = 0;

  async function attempt(run: () => Promise<boolean>, key: string): Promise<void> {
    try {
      if (await run()) finishedAt.set(key, clock.now());
      retries = 0;
    } catch {
      // The lanes know the reason; retries follow by themselves at growing intervals.
      retryAt = clock.now() + Math.min(FIRST_RETRY_MS * 2 ** retries, MAX_RETRY_MS);
      retries += 1;
    } finally {
      running = undefined;
      pace = undefined;
    }
  }

  return {
    isRunning: (): boolean => running !== undefined,
    /** Returns true when the newest run failed. */
    hasFailed: (): boolean => retries > 0,
    /** Returns true when a run may start. `isUrgent` only skips the pause after a finished one. */
    isDue(key = '', isUrgent = false): boolean {
      const now = clock.now();
      if (retries > 0) return now >= retryAt;
      return isUrgent || now - (finishedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= AGAIN_MS;
    },
    /**
     * Starts a run when none is active. `run` returns true when it reached the newest blocks, after
     * which the next one pauses.
     */
    start(run: () => Promise<boolean>, key = ''): void {
      running ??= attempt(run, key);
    },
    /** Ends the pauses: the next run is due at once. */
    renew(key = ''): void {
      retries = 0;
      finishedAt.delete(key);
    },
    /** Records that the active run has read down to this block. */
    notePast(from: number): void {
      pace ??= createPace(clock);
      pace.note(-from);
    },
    /** Estimates the seconds for the rest of the past; undefined before the pace is known. */
    secondsFor: (blocks: number): number | undefined =>
      blocks === 0 ? undefined : pace?.secondsFor(blocks),
    /** Resolves when no run is active. */
    async idle(): Promise<void> {
      await running;
    },
  };
}
