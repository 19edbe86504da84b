import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { CondorError } from '../../shared/errors.ts';
import { syncDirectory } from './sync-directory.ts';

/**
 * Writes a consistent copy of a SQLite database to a new file, readable by this user only, while
 * services keep writing. The copy gets its name once it is complete on disk: an interrupted backup
 * leaves a file that ends in `.partial`.
 * @throws CondorError BACKUP_REFUSED
 */
export function backUp(file: string, copy: string): void {
  if (!existsSync(file)) throw new CondorError('BACKUP_REFUSED', `there is no database at ${file}`);
  if (existsSync(copy)) throw new CondorError('BACKUP_REFUSED', `${copy} is there already`);
  const partial = `${copy}.${process.pid}.partial`;
  const handle = new Database(file, { readonly: true, timeout: 5000 });
  try {
    // SQLite accepts an existing empty file and keeps its mode.
    const descriptor = openSync(partial, 'wx', 0o600);
    try {
      handle.prepare('vacuum into ?').run(partial);
      fsyncSync(descriptor);
      renameSync(partial, copy);
      syncDirectory(dirname(copy));
    } finally {
      closeSync(descriptor);
      // A full disk leaves the copy's journal too.
      for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true });
    }
  } finally {
    handle.close();
  }
}
