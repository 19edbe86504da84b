import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { CondorError } from '../../../shared/errors.ts';
import type { SqliteHandle } from '../sqlite.ts';
import { databaseUnusable } from '../unusable.ts';

/**
 * Opens a SQLite file that no other process uses, and keeps other processes out until it is closed.
 * @throws CondorError database-in-use, database-unusable
 */
export function openAlone(file: string): SqliteHandle {
  if (!existsSync(file))
    throw new CondorError('database-unusable', `there is no database at ${file}`);
  const handle = new Database(file, { timeout: 0 });
  try {
    handle.pragma('locking_mode = EXCLUSIVE');
    // SQLite leaves write-ahead mode only if no other connection is open, even an idle connection.
    handle.pragma('journal_mode = DELETE');
    handle.exec('begin exclusive');
    return handle;
  } catch (cause) {
    handle.close();
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!/^SQLITE_(BUSY|LOCKED)/.test(code)) throw databaseUnusable(cause);
    throw new CondorError(
      'database-in-use',
      `${file} is in use; stop the service, and every other program that has opened it`,
      { cause },
    );
  }
}
