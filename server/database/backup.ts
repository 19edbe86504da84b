import { chmodSync, existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { CondorError } from '../../shared/errors.ts';

/**
 * Writes a whole, consistent copy of a SQLite database to a new file that only this user can read,
 * while services go on writing to it.
 * @throws CondorError BACKUP_REFUSED
 */
export function backUp(file: string, copy: string): void {
  if (!existsSync(file)) throw new CondorError('BACKUP_REFUSED', `there is no database at ${file}`);
  if (existsSync(copy)) throw new CondorError('BACKUP_REFUSED', `${copy} is there already`);
  const handle = new Database(file, { readonly: true, timeout: 5000 });
  try {
    handle.prepare('vacuum into ?').run(copy);
    chmodSync(copy, 0o600);
  } finally {
    handle.close();
  }
}
