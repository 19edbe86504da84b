import { oneArgument } from './command-line.ts';
import { indexFile } from './index-file.ts';
import { exportIndex } from './positions/index-copy.ts';
import { runCommand } from './run-command.ts';

/** Runs `npm run indexer:export -- FILE`: copies the index while the server runs. */
async function main(copy: string): Promise<string> {
  await exportIndex(indexFile(), copy);
  return `copied the index to ${copy}, its SHA-256 to ${copy}.sha256`;
}

await runCommand({ usage: 'npm run indexer:export -- FILE', parse: oneArgument, run: main });
