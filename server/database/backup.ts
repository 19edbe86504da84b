import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { CondorError } from '../../shared/errors.ts';
import { withoutPartialName } from './partial-file.ts';
import { syncPath } from './sync-path.ts';

/**
 * Writes a consistent copy of a SQLite database to a new file, readable by this user only, while
 * services keep writing. The copy has no rows of the tables `omitted`. The copy gets its name when
 * it is complete on disk; an interrupted backup leaves a file that ends in `.partial`. SQLite's
 * online backup (better-sqlite3's `backup`) isn't used: each commit of another connection restarts
 * it, and on the service's own connection a slow disk would block requests.
 * @throws CondorError backup-refused
 */
export function backUp(file: string, copy: string, omitted: readonly string[]): void {
  if (!existsSync(file)) throw new CondorError('backup-refused', `there is no database at ${file}`);
  if (existsSync(copy)) throw new CondorError('backup-refused', `${copy} is there already`);
  const partial = `${copy}.${process.pid}.partial`;
  const handle = new Database(file, { readonly: true, timeout: 5000 });
  try {
    // SQLite accepts an existing empty file and keeps its mode.
    const descriptor = openNew(partial, copy);
    try {
      handle.prepare('vacuum into ?').run(partial);
      empty(partial, omitted);
      fsyncSync(descriptor);
      renameSync(partial, copy);
      syncPath(dirname(copy));
    } catch (error) {
      throw withoutPartialName(error, partial, copy);
    } finally {
      closeSync(descriptor);
      // When the disk is full, the copy's journal also remains.
      for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true });
    }
  } finally {
    handle.close();
  }
}

/** Deletes the rows of tables and overwrites their bytes. An older database may lack a table. */
function empty(file: string, tables: readonly string[]): void {
  const handle = new Database(file);
  try {
    handle.pragma('secure_delete = ON');
    handle.pragma('journal_mode = MEMORY');
    const isThere = handle.prepare<[string]>(
      "select 1 from sqlite_master where type = 'table' and name = ?",
    );
    for (const table of tables)
      if (isThere.get(table) !== undefined) handle.exec(`delete from "${table}"`);
  } finally {
    handle.close();
  }
}

function openNew(partial: string, copy: string): number {
  try {
    return openSync(partial, 'wx', 0o600);
  } catch (error) {
    throw withoutPartialName(error, partial, copy);
  }
}
