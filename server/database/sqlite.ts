import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { databaseUnusable } from './unusable.ts';

export type SqliteHandle = Database.Database;

export interface SqliteOptions {
  /** How long a statement may wait, blocking the thread, for another process's write lock. */
  readonly busyTimeoutMs?: number;
  /**
   * `FULL` flushes at each commit. `NORMAL` is for a caller that flushes the write-ahead log itself
   * before it answers, so that several commits can share one flush.
   */
  readonly synchronous?: 'FULL' | 'NORMAL';
}

/**
 * Opens (and creates, readable by this user only) a SQLite file for years of unattended service:
 * write-ahead log, foreign keys, no code from the schema, deleted content overwritten.
 * @throws CondorError DATABASE_UNUSABLE
 */
export function openSqlite(file: string, options: SqliteOptions = {}): SqliteHandle {
  try {
    return open(file, options);
  } catch (cause) {
    throw databaseUnusable(cause);
  }
}

function open(file: string, options: SqliteOptions): SqliteHandle {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite gives its log and shared-memory files the mode of the main file. A file that is there is
  // left alone: closing any descriptor of it would drop the locks of another connection of ours.
  if (!existsSync(file)) closeSync(openSync(file, 'ax', 0o600));
  const handle = new Database(file, { timeout: options.busyTimeoutMs ?? 5000 });
  try {
    handle.pragma('journal_mode = WAL');
    handle.pragma(`synchronous = ${options.synchronous ?? 'FULL'}`);
    handle.pragma('foreign_keys = ON');
    handle.pragma('trusted_schema = OFF');
    handle.pragma('secure_delete = ON');
    handle.pragma('mmap_size = 0');
  } catch (error) {
    handle.close();
    throw error;
  }
  // One that was copied or restored may be open to others. Only now is it known to be a database.
  for (const suffix of ['', '-wal', '-shm']) takeFromOthers(file + suffix);
  return handle;
}

function takeFromOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() && (found.mode & 0o077) !== 0) chmodSync(file, 0o600);
}
