import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { noArguments, readCommandLine } from '../../server/command-line.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WXT = fileURLToPath(new URL('../../node_modules/wxt/bin/wxt.mjs', import.meta.url));

/** Additional arguments of WXT for each task. */
const MODES: Readonly<Record<string, readonly string[]>> = { build: [], zip: ['--mode', 'store'] };

/** Runs `npm run build` or `npm run zip`: WXT for Chromium, then for Firefox. */
function main(task: string): number {
  for (const browser of ['chrome', 'firefox']) {
    const args = [WXT, task, '-b', browser, '--mv3', ...(MODES[task] ?? [])];
    const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

// package.json sets the task as the first argument.
const task = process.argv[2] === 'zip' ? 'zip' : 'build';
readCommandLine(`npm run ${task}`, (args) => noArguments(args.slice(1)));
process.exitCode = main(task);
