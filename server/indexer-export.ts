import { existsSync } from 'node:fs';
import { oneArgument } from './command-line.ts';
import { readConfig } from './config.ts';
import { reportDatabase } from './database/describe-target.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { exportIndex } from './positions/snapshot/snapshot.ts';
import { INDEXER_MIGRATIONS } from './positions/storing/migrations.ts';
import type { IndexerTables } from './positions/storing/tables.ts';
import { runCommand } from './run-command.ts';

/** `npm run indexer:export FILE`: writes the index of `DATABASE_URL` to a file. */
async function main(file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`${file} is there already`);
  const target = readConfig().databases.indexer;
  reportDatabase(target);
  const database = openDatabase<IndexerTables>(target);
  try {
    await migrate(database, 'indexer', INDEXER_MIGRATIONS);
    return `${await exportIndex(database, file)} rows are in ${file}`;
  } finally {
    await database.close();
  }
}

await runCommand({ usage: 'npm run indexer:export FILE', parse: oneArgument, run: main });
