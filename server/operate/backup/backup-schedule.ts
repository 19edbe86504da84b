import type { Clock } from '../../../shared/ports.ts';
import { openBackupFolder } from './backup-folder.ts';

export interface BackupSettings {
  readonly folder: string;
  readonly everyMs: number;
  /** Number of copies to keep. */
  readonly copies: number;
}

export interface BackupScheduleDeps {
  readonly settings: BackupSettings;
  /** The SQLite file to copy. */
  readonly file: string;
  readonly clock: Clock;
  /** Writes a complete copy, or throws. */
  readonly copy: (file: string, copy: string, signal: AbortSignal) => Promise<void>;
  readonly report: BackupReport;
}

interface BackupReport {
  done(copy: string, at: number): void;
  failed(error: unknown): void;
  /** Called with the time of the newest copy, if an earlier process wrote it. */
  found(at: number): void;
}

export interface BackupSchedule {
  /** Makes a backup if one is due. Never throws. Only one backup runs at a time. */
  tick(): Promise<void>;
  /** Ends a running backup. */
  close(): Promise<void>;
}

/** Milliseconds before a failed backup is tried again, unless the interval is shorter. */
const RETRY_MS = 5 * 60_000;

/**
 * Backs up a SQLite file at intervals. A restart doesn't reset an interval, because the name of the
 * newest copy shows when the next backup is due. A failure leaves all copies unchanged.
 */
export function createBackupSchedule(deps: BackupScheduleDeps): BackupSchedule {
  const { settings, file, clock, copy, report } = deps;
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let failedAt: number | undefined;
  let isPrepared = false;

  function prepare(): void {
    const folder = openBackupFolder(settings.folder, file);
    folder.removePartials();
    const newest = folder.list()[0];
    if (newest !== undefined) report.found(newest.at);
    isPrepared = true;
  }

  /** Returns true while waiting after a failure, unless the clock was set back. */
  function isWaiting(now: number): boolean {
    if (failedAt === undefined || now < failedAt) return false;
    return now < failedAt + Math.min(RETRY_MS, settings.everyMs);
  }

  function isDue(now: number): boolean {
    // A copy with a future time was written while the clock was wrong, so it is ignored.
    const newest = openBackupFolder(settings.folder, file)
      .list()
      .find(({ at }) => at <= now);
    return newest === undefined || now >= newest.at + settings.everyMs;
  }

  async function backUp(): Promise<void> {
    const now = clock.now();
    if (isWaiting(now)) return;
    try {
      if (!isPrepared) prepare();
      if (!isDue(now)) return;
      const folder = openBackupFolder(settings.folder, file);
      const path = folder.pathFor(now);
      try {
        await copy(file, path, closing.signal);
      } finally {
        folder.removePartials();
      }
      folder.keep(settings.copies, path);
      report.done(path, now);
    } catch (error) {
      if (closing.signal.aborted) return;
      failedAt = now;
      report.failed(error);
    }
  }

  return {
    tick() {
      running ??= closing.signal.aborted
        ? Promise.resolve()
        : backUp().finally(() => {
            running = undefined;
          });
      return running;
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
