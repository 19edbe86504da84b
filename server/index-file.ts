import { readConfig } from './config.ts';
import { reportDatabase } from './database/describe-target.ts';

/**
 * Prints which database has the index, and returns the path of the SQLite file.
 * @throws Error for PostgreSQL, which has its own tools for this
 */
export function indexFile(): string {
  const target = readConfig().databases.indexer;
  reportDatabase(target);
  if (target.engine !== 'sqlite')
    throw new Error(
      'DATABASE_URL names PostgreSQL: use pg_dump and pg_restore (server/hosting/backup.md)',
    );
  return target.file;
}
