import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { noArguments, readCommandLine } from '../../server/command-line.ts';
import { parseAs, parseJson } from '../../shared/parse.ts';
import { IS_RELEASE } from '../belts.ts';
import { compileContracts } from '../devnet/compile.ts';
import { ensureBrowser } from '../helpers/browser.ts';
import { ensureFirefox } from '../helpers/firefox/find-firefox.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = `${ROOT}.output/test-results.json`;

const ResultsSchema = Type.Object({
  numPassedTests: Type.Integer(),
  numFailedTests: Type.Integer(),
  numFailedTestSuites: Type.Integer(),
});

interface Verdict {
  readonly passed: number;
  readonly failed: number;
}

/** Runs one command and shows its output; returns true if it succeeded. */
function run(command: string, args: readonly string[]): Promise<boolean> {
  console.log(`\n> ${command} ${args.join(' ')}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: 'inherit',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Runs every test file; a run without readable results counts as failed. */
async function runTests(): Promise<Verdict> {
  await rm(RESULTS, { force: true });
  const isGreen = await run('vitest', [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${RESULTS}`,
  ]);
  const results = parseAs(
    ResultsSchema,
    parseJson(await readFile(RESULTS, 'utf8').catch(() => '')),
  );
  if (results === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numFailedTestSuites } = results;
  // A file that fails to load has no failing test.
  const failed = numFailedTests > 0 || isGreen ? numFailedTests : Math.max(1, numFailedTestSuites);
  return { passed: numPassedTests, failed };
}

/** `npm test`: browser, checks, builds, every test; ends with one line about the result. */
async function main(): Promise<void> {
  readCommandLine(IS_RELEASE ? 'npm run test:release' : 'npm test', noArguments);
  console.log(`browser: ${await ensureBrowser()}`);
  // Installs it before the time limits of tests; without it, they name what to install.
  console.log(`browser: ${await ensureFirefox().catch(String)}`);
  // Once, before test files that need it run in parallel.
  await compileContracts();
  const steps: Verdict[] = [];
  for (const script of ['build', 'check']) {
    const isGood = await run('npm', ['run', '--silent', script]);
    steps.push(isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  }
  steps.push(await runTests());
  const passed = steps.reduce((sum, step) => sum + step.passed, 0);
  const failed = steps.reduce((sum, step) => sum + step.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
});
