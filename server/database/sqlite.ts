import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from './make-folder.ts';
import { ensureLocalFolder, type FileSystemType } from './network-share.ts';
import { databaseUnusable } from './unusable.ts';

export type SqliteHandle = Database.Database;

export interface SqliteOptions {
  /** Longest wait for another process's lock in milliseconds; it blocks the thread. */
  readonly busyTimeoutMs?: number;
  /**
   * `FULL` flushes each commit. `NORMAL` is for a caller that flushes the write-ahead log before it
   * responds, so that several commits share one flush.
   */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /** True to open a file read-only that another connection has created. */
  readonly isReadOnly?: boolean;
  /** Replaces the system's own function in tests. */
  readonly fileSystemType?: FileSystemType;
}

/**
 * Opens a SQLite file, or creates it readable by this user only, for years of unattended service:
 * write-ahead log, foreign keys, no code from the schema, deleted content overwritten.
 * @throws CondorError database-unusable
 */
export function openSqlite(file: string, options: SqliteOptions = {}): SqliteHandle {
  try {
    return open(file, options);
  } catch (cause) {
    throw databaseUnusable(cause);
  }
}

function open(file: string, options: SqliteOptions): SqliteHandle {
  if (options.isReadOnly === true) return new Database(file, { readonly: true });
  makeFolder(dirname(file));
  ensureLocalFolder(dirname(file), options.fileSystemType);
  // SQLite's log and shared-memory files get the mode of the main file. A file that exists isn't
  // opened here, because closing its descriptor would release the locks of our other connections.
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
  // Other users may be able to read a copied or restored file. The mode changes only after the file
  // has proved to be a database.
  for (const suffix of ['', '-wal', '-shm']) takeFromOthers(file + suffix);
  return handle;
}

function takeFromOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() && (found.mode & 0o077) !== 0) chmodSync(file, 0o600);
}
