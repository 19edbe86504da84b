import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { CondorError } from '../../shared/errors.ts';
import { syncDirectory } from './sync-directory.ts';

/**
 * Writes a whole, consistent copy of a SQLite database to a new file that only this user can read,
 * while services go on writing to it. The name is given to the copy only once all of it is on disk:
 * a backup that is killed leaves a file that ends in `.partial`.
 * @throws CondorError BACKUP_REFUSED
 */
export function backUp(file: string, copy: string): void {
  if (!existsSync(file)) throw new CondorError('BACKUP_REFUSED', `there is no database at ${file}`);
  if (existsSync(copy)) throw new CondorError('BACKUP_REFUSED', `${copy} is there already`);
  const partial = `${copy}.${process.pid}.partial`;
  const handle = new Database(file, { readonly: true, timeout: 5000 });
  try {
    // SQLite fills a file that is there and empty, and leaves its mode alone.
    const descriptor = openSync(partial, 'wx', 0o600);
    try {
      handle.prepare('vacuum into ?').run(partial);
      fsyncSync(descriptor);
      renameSync(partial, copy);
      syncDirectory(dirname(copy));
    } finally {
      closeSync(descriptor);
      rmSync(partial, { force: true });
    }
  } finally {
    handle.close();
  }
}
