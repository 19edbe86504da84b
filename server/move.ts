import { oneArgument, UsageError } from './command-line.ts';
import { readConfig } from './config.ts';
import { describeTarget, reportDatabase } from './database/describe-target.ts';
import { type DatabaseTarget, parseDatabaseUrl } from './database/target.ts';
import { moveToPostgres } from './operate/move/to-postgres.ts';
import { moveToSqlite } from './operate/move/to-sqlite.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs `npm run move -- postgres://…|sqlite:PATH`: copies the vault of `DATABASE_URL` to an empty
 * database of the other kind. The services must be stopped.
 */
async function main(target: DatabaseTarget): Promise<string> {
  const source = readConfig().databases.vault;
  reportDatabase(source);
  const moved = await move(source, target);
  const counts = moved.map(({ name, rows }) => `${rows} ${name}`).join(', ');
  return `moved and compared ${counts}. Set DATABASE_URL to ${describeTarget(target)} before you start the service; ${describeTarget(source)} is unchanged, and out of date from then on`;
}

function move(source: DatabaseTarget, target: DatabaseTarget) {
  if (source.engine === 'sqlite' && target.engine === 'postgres')
    return moveToPostgres(source.file, target);
  if (source.engine === 'postgres' && target.engine === 'sqlite')
    return moveToSqlite(source.url, target.file);
  throw new Error(
    'DATABASE_URL names a database of the same kind; the move is between SQLite and PostgreSQL',
  );
}

function parseTarget(args: readonly string[]): DatabaseTarget {
  const target = parseDatabaseUrl(oneArgument(args));
  if (target === undefined)
    throw new UsageError("the argument isn't a postgres:// address or sqlite:PATH");
  return target;
}

await runCommand({
  usage: 'npm run move -- postgres://USER:PASSWORD@HOST:PORT/DATABASE or sqlite:PATH',
  parse: parseTarget,
  run: main,
});
