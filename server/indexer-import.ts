import { oneArgument } from './command-line.ts';
import { indexFile } from './index-file.ts';
import { importIndex } from './positions/index-copy.ts';
import { runCommand } from './run-command.ts';

/** Runs `npm run indexer:import -- FILE`: replaces the index's SQLite database with a copy. */
async function main(copy: string): Promise<string> {
  const file = indexFile();
  await importIndex(copy, file);
  return `${copy} is the index now, in ${file}`;
}

await runCommand({ usage: 'npm run indexer:import -- FILE', parse: oneArgument, run: main });
