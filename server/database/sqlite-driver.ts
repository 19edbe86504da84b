import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type Database from 'better-sqlite3';
import { type SqlDriver, StorageError } from './driver.ts';
import { createFlusher } from './flusher.ts';
import type { Cached } from './read-cache.ts';
import { type Script, type Step, Undo } from './script.ts';
import { openSqlite } from './sqlite.ts';
import { syncDirectory } from './sync-directory.ts';
import { databaseUnusable } from './unusable.ts';

export interface SqliteDriverOptions {
  /** How long a write waits for another process's lock before it fails. */
  readonly busyMs?: number;
  /** Flushes the write-ahead log; tests replace it to see when that happens. */
  readonly sync?: (file: number) => Promise<void>;
}

const NO_ROWS: unknown[] = [];

/**
 * Runs scripts on a SQLite file of which this process is the only regular writer.
 *
 * Commits are grouped: each is written to the log at once (`synchronous = NORMAL`), and durable
 * ones wait for a flush of the log that they share with all that were written meanwhile. That
 * gives what `FULL` gives, for one flush instead of one for each. Reads that could see a durable
 * write before its flush wait for it, so no answer ever tells of something that power loss undoes.
 *
 * Waiting for another process's lock (a backup tool, a shell) happens off the event loop.
 * @throws CondorError DATABASE_UNUSABLE
 */
export function createSqliteDriver(file: string, options: SqliteDriverOptions = {}): SqlDriver {
  const { busyMs = 3000, sync = promisify(fdatasync) } = options;
  const { handle, log, begin, beginRead, commit, rollback, foreignChanges } = open(file);
  const statements = new Map<string, Database.Statement>();
  let isReading = false;
  let seenChanges: unknown;
  /** Every cache that holds what was read while `seenChanges` was the number. */
  const filled = new Set<{ clear(): void }>();
  const flusher = createFlusher(() => sync(log));

  function execute({ sql, values, isSingle }: Step): unknown[] {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = handle.prepare(sql);
      statements.set(sql, statement);
    }
    if (!statement.reader) {
      statement.run(values);
      return NO_ROWS;
    }
    if (!isSingle) return statement.all(values);
    const row = statement.get(values);
    return row === undefined ? NO_ROWS : [row];
  }

  function drive<T>(script: Script<T>): T {
    let next = script.next();
    while (next.done !== true) next = script.next(execute(next.value));
    return next.value;
  }

  /** Reads of one turn of the event loop share one snapshot: taking one costs as much as a read. */
  function read<T>(script: () => Script<T>, cached: Cached<T> | undefined): T {
    if (!isReading) {
      beginRead.run();
      isReading = true;
      setImmediate(endRead);
      try {
        forgetForeign();
      } catch (error) {
        // Without the number nothing cached may be given: the next read begins anew.
        endRead();
        throw error;
      }
    }
    if (cached === undefined) return drive(script());
    const { cache, key } = cached;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const result = drive(script());
    if (result !== undefined && result !== null) {
      cache.set(key, result);
      filled.add(cache);
    }
    return result;
  }

  /** The number is that of the snapshot, so what stays cached is what a read in it would give. */
  function forgetForeign(): void {
    if (filled.size === 0) return;
    const changes = foreignChanges.get();
    if (changes === seenChanges) return;
    seenChanges = changes;
    forgetAll();
  }

  function forgetAll(): void {
    for (const cache of filled) cache.clear();
    filled.clear();
  }

  function endRead(): void {
    if (!isReading) return;
    isReading = false;
    commit.run();
  }

  function transact<T>(script: () => Script<T | Undo<T>>, committed?: (result: T) => void): T {
    endRead();
    begin.run();
    try {
      const result = drive(script());
      if (result instanceof Undo) {
        rollback.run();
        return result.value;
      }
      commit.run();
      committed?.(result);
      return result;
    } catch (error) {
      forgetAll();
      if (handle.inTransaction) rollback.run();
      throw error;
    }
  }

  return {
    async read(script, cached) {
      const once = () => attempt(() => read(script, cached));
      const { result } = once() ?? (await patiently(busyMs, once));
      if (flusher.pending !== undefined) await durable(flusher.pending);
      return result;
    },
    async readUnsettled(script, cached) {
      const once = () => attempt(() => read(script, cached));
      return (once() ?? (await patiently(busyMs, once))).result;
    },
    async write(script, durability, committed) {
      // The flush is asked for in the same turn as the commit, before any read can see it.
      const once = () =>
        attempt(() => {
          const result = transact(script, committed);
          return { result, flush: durability === 'durable' ? flusher.flush() : undefined };
        });
      const outcome = once() ?? (await patiently(busyMs, once));
      const { result, flush } = outcome.result;
      if (flush !== undefined) await durable(flush);
      return result;
    },
    flush: () => durable(flusher.flush()),
    async close() {
      try {
        await durable(flusher.flush());
      } finally {
        endRead();
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
    // The log exists as soon as the file is in WAL mode and was read once; its directory entry is
    // made durable here, since SQLite would do it only at the first checkpoint.
    handle.pragma('schema_version');
    const log = openSync(`${file}-wal`, 'a');
    syncDirectory(dirname(file));
    return {
      handle,
      log,
      begin: handle.prepare('begin immediate'),
      beginRead: handle.prepare('begin'),
      commit: handle.prepare('commit'),
      rollback: handle.prepare('rollback'),
      // Another number after each commit of any connection but this one, in whatever process.
      foreignChanges: handle.prepare('pragma data_version').pluck(),
    };
  } catch (cause) {
    handle.close();
    throw databaseUnusable(cause);
  }
}

/**
 * Does work that SQLite may refuse because another process holds the lock: then nothing comes back.
 * @throws StorageError STORAGE_BROKEN when SQLite refuses for any other reason
 */
function attempt<T>(work: () => T): { readonly result: T } | undefined {
  try {
    return { result: work() };
  } catch (cause) {
    if (isBusy(cause)) return undefined;
    throw new StorageError('STORAGE_BROKEN', 'SQLite failed', { cause });
  }
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

async function durable(flush: Promise<void>): Promise<void> {
  try {
    await flush;
  } catch (cause) {
    throw new StorageError('STORAGE_BROKEN', 'the log could not be flushed', { cause });
  }
}
