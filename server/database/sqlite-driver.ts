import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type SqlDriver, StorageError } from './driver.ts';
import { createFlusher } from './flusher.ts';
import type { Cached } from './read-cache.ts';
import type { Script } from './script.ts';
import { openSqlite } from './sqlite.ts';
import { createSqliteTurns, type Outcome } from './sqlite-turns.ts';
import { syncDirectory } from './sync-directory.ts';
import { databaseUnusable } from './unusable.ts';

export interface SqliteDriverOptions {
  /** How long a write waits for another process's lock before it fails. */
  readonly busyMs?: number;
  /** Flushes the write-ahead log; tests replace it to see when that happens. */
  readonly sync?: (file: number) => Promise<void>;
}

/**
 * Runs scripts on a SQLite file of which this process is the only regular writer.
 *
 * Commits are grouped twice: the writes of one turn of the event loop are one transaction
 * (`sqlite-turns`), and durable ones wait for a flush of the log that they share with all that were
 * written meanwhile. With `synchronous = NORMAL` that gives what `FULL` gives, for one flush instead
 * of one for each. Reads that could see a durable write before its flush wait for it, so no answer
 * ever tells of something that power loss undoes.
 *
 * Waiting for another process's lock (a backup tool, a shell) happens off the event loop.
 * @throws CondorError DATABASE_UNUSABLE
 */
export function createSqliteDriver(file: string, options: SqliteDriverOptions = {}): SqlDriver {
  const { busyMs = 3000, sync = promisify(fdatasync) } = options;
  const { handle, log } = open(file);
  const flusher = createFlusher(() => sync(log));
  const turns = createSqliteTurns(handle, flusher);

  async function committedRead<T>(script: () => Script<T>, cached?: Cached<T>): Promise<T> {
    const once = () => attempt(() => turns.read(script, cached));
    const outcome = once() ?? (await patiently(busyMs, once));
    if (outcome.committed === undefined) return outcome.result;
    try {
      await outcome.committed;
      return outcome.result;
    } catch {
      // Whoever only reads shall not suffer from writes that failed (a full disk): once more, and
      // as a rule without them, for no transaction is open where one has just failed.
      return settled(once() ?? (await patiently(busyMs, once)));
    }
  }

  return {
    async read(script, cached) {
      const result = await committedRead(script, cached);
      if (flusher.pending !== undefined) await durable(flusher.pending);
      return result;
    },
    readUnsettled: committedRead,
    async write(script, durability, written) {
      const once = () => attempt(() => turns.write(script, durability === 'durable', written));
      const outcome = once() ?? (await patiently(busyMs, once));
      const result = await settled(outcome);
      if (durability === 'durable') await durable(outcome.flush());
      return result;
    },
    flush() {
      turns.end();
      return durable(flusher.flush());
    },
    async close() {
      try {
        turns.end();
        await durable(flusher.flush());
      } finally {
        handle.close();
        closeSync(log);
      }
    },
  };
}

function open(file: string) {
  const handle = openSqlite(file, { busyTimeoutMs: 0, synchronous: 'NORMAL' });
  try {
    // Fewer, larger checkpoints: pages that many commits touched are copied once.
    handle.pragma('wal_autocheckpoint = 4000');
    handle.pragma('journal_size_limit = 67108864');
    // KiB of pages that stay in this process, a quarter of the library's own setting: what is read at
    // every turn are the upper pages of a few indexes, and the system keeps the rest.
    handle.pragma('cache_size = -4000');
    // The log exists as soon as the file is in WAL mode and was read once; its directory entry is
    // made durable here, since SQLite would do it only at the first checkpoint.
    handle.pragma('schema_version');
    const log = openSync(`${file}-wal`, 'a');
    syncDirectory(dirname(file));
    return { handle, log };
  } catch (cause) {
    handle.close();
    throw databaseUnusable(cause);
  }
}

/**
 * Does work that SQLite may refuse because another process holds the lock: then nothing comes back.
 * @throws StorageError STORAGE_BROKEN when SQLite refuses for any other reason
 */
function attempt<T>(work: () => Outcome<T>): Outcome<T> | undefined {
  try {
    return work();
  } catch (cause) {
    if (isBusy(cause)) return undefined;
    throw broken(cause);
  }
}

async function settled<T>({ result, committed }: Outcome<T>): Promise<T> {
  try {
    await committed;
  } catch (cause) {
    throw broken(cause);
  }
  return result;
}

function broken(cause: unknown): StorageError {
  return new StorageError('STORAGE_BROKEN', 'SQLite failed', { cause });
}

/** Tries again what was just refused, leaving the event loop free in between. */
async function patiently<T>(busyMs: number, again: () => T | undefined): Promise<T> {
  const deadline = performance.now() + busyMs;
  for (let pause = 1; performance.now() + pause <= deadline; pause = Math.min(2 * pause, 50)) {
    await wait(pause);
    const outcome = again();
    if (outcome !== undefined) return outcome;
  }
  throw new StorageError('STORAGE_BUSY', 'SQLite stayed locked');
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED'))
  );
}

async function durable(flush: Promise<void> | undefined): Promise<void> {
  try {
    await flush;
  } catch (cause) {
    throw new StorageError('STORAGE_BROKEN', 'the log could not be flushed', { cause });
  }
}
