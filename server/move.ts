import { CondorError } from '../shared/errors.ts';
import { oneArgument, UsageError } from './command-line.ts';
import { readConfig } from './config.ts';
import { migrate } from './database/migrate.ts';
import { moveTables } from './database/move-tables.ts';
import { openDatabase } from './database/open.ts';
import { openAlone } from './database/open-alone.ts';
import { type DatabaseTarget, parseDatabaseUrl } from './database/target.ts';
import { databaseUnusable } from './database/unusable.ts';
import { runCommand } from './run-command.ts';
import { openVaultStore } from './vault/storage/open-store.ts';
import { type VaultTables, vaultMigrations } from './vault/storage/tables.ts';

/**
 * `npm run move -- postgres://…`: copies the vault of `DATABASE_URL` from SQLite to an empty
 * PostgreSQL database. The service must be stopped.
 */
async function main(target: DatabaseTarget): Promise<string> {
  const source = readConfig().databases.vault;
  if (source.engine !== 'sqlite')
    throw new Error('DATABASE_URL names PostgreSQL; the move begins with SQLite');

  openAlone(source.file).close();
  // An earlier version may have written it.
  await (await openVaultStore(source)).close();
  const handle = openAlone(source.file);
  const database = openDatabase<VaultTables>(target);
  try {
    await migrate(database, 'vault', vaultMigrations).catch(rename);
    const unlimited = database.openUnlimited();
    try {
      const moved = await moveTables(handle, unlimited.db).catch(rename);
      const counts = moved.map(({ name, rows }) => `${rows} ${name}`).join(', ');
      return `moved and compared ${counts}. Set DATABASE_URL to the new database before you start the service; ${source.file} is unchanged, and out of date from then on`;
    } finally {
      await unlimited.close();
    }
  } finally {
    await database.close();
    handle.close();
  }
}

/** Names the target: `DATABASE_URL` is the source here. */
function rename(cause: unknown): never {
  const error = databaseUnusable(cause);
  if (error.code !== 'DATABASE_UNUSABLE') throw error;
  throw new CondorError(
    'DATABASE_UNUSABLE',
    error.message.replace('DATABASE_URL names', 'the command names'),
    {
      cause,
    },
  );
}

/** Returns the target that the command names. */
function parseTarget(args: readonly string[]): DatabaseTarget {
  const target = parseDatabaseUrl(oneArgument(args));
  if (target?.engine !== 'postgres')
    throw new UsageError("the argument isn't a postgres:// address");
  return target;
}

await runCommand({
  usage: 'npm run move -- postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  parse: parseTarget,
  run: main,
});
