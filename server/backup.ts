import { readConfig } from './config.ts';
import { backUp } from './database/backup.ts';

/** `npm run backup -- FILE`: a copy of the vault's SQLite database, taken while it runs. */
function main([copy]: readonly string[]): string {
  if (copy === undefined) return 'usage: npm run backup -- FILE';
  const target = readConfig().databases.vault;
  if (target.engine !== 'sqlite')
    return 'DATABASE_URL names PostgreSQL: use pg_dump (server/README.md)';
  backUp(target.file, copy);
  return '';
}

try {
  const problem = main(process.argv.slice(2));
  if (problem !== '') {
    process.stderr.write(`condor: ${problem}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`condor: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
