import { oneArgument } from './command-line.ts';
import { readConfig } from './config.ts';
import { backUp } from './database/backup.ts';
import { reportDatabase } from './database/describe-target.ts';
import { runCommand } from './run-command.ts';
import { SECRET_TABLES } from './vault/storage/tables.ts';

/** Runs `npm run backup -- FILE`: copies the vault's SQLite database while the server runs. */
function main(copy: string): string {
  const target = readConfig().databases.vault;
  reportDatabase(target);
  if (target.engine !== 'sqlite')
    throw new Error('DATABASE_URL names PostgreSQL: use pg_dump (server/hosting/backup.md)');
  backUp(target.file, copy, SECRET_TABLES);
  return `copied the vault's database to ${copy}`;
}

await runCommand({ usage: 'npm run backup -- FILE', parse: oneArgument, run: main });
