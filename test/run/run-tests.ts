import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasFailed, MAX_REPEATED, readReport, type TestRun } from '../helpers/verdict.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPORT = `${ROOT}.output/vitest-report.json`;

/** Runs a program of this project; returns its exit code. Shows its output, or only that of a failure. */
export function run(
  command: string,
  args: readonly string[],
  output: 'shown' | 'on failure' = 'shown',
): Promise<number> {
  return new Promise((resolve) => {
    const stdio = output === 'shown' ? 'inherit' : 'pipe';
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', stdio, stdio] });
    const chunks: unknown[] = [];
    child.stdout?.on('data', (chunk: unknown) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: unknown) => chunks.push(chunk));
    const end = (code: number) => {
      if (code !== 0) process.stdout.write(chunks.map(String).join(''));
      resolve(code);
    };
    child.once('error', (error) => {
      chunks.push(`${error.message}\n`);
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/**
 * Runs the files of a Vitest project, or only some of them.
 * @param workers files at a time; by default as the project has it
 */
export async function runTests(
  project: string,
  { files = [], workers }: { files?: readonly string[]; workers?: number } = {},
): Promise<TestRun> {
  await rm(REPORT, { force: true });
  const code = await run('vitest', [
    'run',
    '--config=test/vitest.config.ts',
    `--project=${project}`,
    '--reporter=./test/run/failure-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    '--silent=true',
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...files.map((file) => relative(ROOT, file)),
  ]);
  const found = readReport(await readFile(REPORT, 'utf8').catch(() => ''));
  // Errors outside of tests make Vitest fail without a failed file.
  return {
    files: found ?? [],
    isBroken: found === undefined || (code !== 0 && !found.some(hasFailed)),
  };
}

/** Runs the failed files of a run once more, one after the other, when there are only a few. */
export async function repeatAlone(project: string, first: TestRun): Promise<TestRun> {
  const files = first.files.filter(hasFailed).map(({ name }) => name);
  if (files.length === 0 || files.length > MAX_REPEATED) return { files: [], isBroken: false };
  return runTests(project, { files, workers: 1 });
}
