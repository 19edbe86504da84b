import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { hasFailed, MAX_REPEATED, NO_RUN, readReport, type TestRun } from '../helpers/verdict.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPORT = `${ROOT}.output/vitest-report.json`;

/** Returns true for a line that Vitest's JSON reporter prints. */
const isNoise = (line: string) => line.startsWith('JSON report written to ');

/**
 * Runs a program. Returns the exit code. Prints the output, or only the output of a failed program.
 */
export function run(
  command: string,
  args: readonly string[],
  shown: 'at once' | 'on failure',
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const kept: string[] = [];
    const show = (line: string) => {
      if (shown === 'on failure') kept.push(line);
      else if (!isNoise(line)) console.log(line);
    };
    createInterface({ input: child.stdout }).on('line', show);
    createInterface({ input: child.stderr }).on('line', show);
    const end = (code: number) => {
      if (code !== 0) for (const line of kept) console.log(line);
      resolve(code);
    };
    child.once('error', (error) => {
      kept.push(error.message);
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/**
 * Runs all files of a Vitest project, or only `files`.
 * @param workers number of parallel files. Default: the project's number
 */
export async function runTests(
  project: string,
  { files = [], workers }: { files?: readonly string[]; workers?: number } = {},
): Promise<TestRun> {
  await rm(REPORT, { force: true });
  const args = [
    'run',
    '--config=test/vitest.config.ts',
    `--project=${project}`,
    '--reporter=./test/run/failure-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    '--silent=true',
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...files.map((file) => relative(ROOT, file)),
  ];
  const code = await run('vitest', args, 'at once');
  const found = readReport(await readFile(REPORT, 'utf8').catch(() => ''));
  // Without a failed file, a non-zero code means an error outside of tests.
  return {
    files: found ?? [],
    isBroken: found === undefined || (code !== 0 && !found.some(hasFailed)),
  };
}

/** Runs a run's failed files again, one after another. Skips this if too many files failed. */
export async function repeatAlone(project: string, first: TestRun): Promise<TestRun> {
  const files = first.files.filter(hasFailed).map(({ name }) => name);
  if (files.length === 0 || files.length > MAX_REPEATED) return NO_RUN;
  return runTests(project, { files, workers: 1 });
}
