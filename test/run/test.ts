import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { readCommandLine } from '../../server/command-line.ts';
import { compileContracts } from '../devnet/compile.ts';
import { ensureBrowser } from '../helpers/browser.ts';
import { ensureFirefox } from '../helpers/firefox/find-firefox.ts';
import {
  type Flaky,
  lastFiles,
  NO_RUN,
  sumOf,
  type TestFile,
  type Verdict,
  verdictOf,
} from '../helpers/verdict.ts';
import { ROOT, repeatAlone, run, runTests } from './run-tests.ts';

const RESULTS = `${ROOT}.output/test-results.json`;

/** Vitest's projects, with the usual minutes of each on two cores. */
const PROJECTS = {
  unit: { name: 'unit tests', minutes: 2 },
  journeys: { name: 'journeys', minutes: 3 },
  integration: { name: 'integration tests', minutes: 15 },
  release: { name: 'release tests', minutes: 45 },
} as const;
type Project = keyof typeof PROJECTS;

interface Belt {
  readonly command: string;
  readonly what: string;
  readonly projects: readonly Project[];
  /** True if types, lint and builds are checked too. */
  readonly hasChecks: boolean;
}

const BELTS = {
  usual: {
    command: 'npm test',
    what: 'types, lint, builds, unit tests and one journey for each promise',
    projects: ['unit', 'journeys'],
    hasChecks: true,
  },
  all: {
    command: 'npm run test:all [-- --rest]',
    what: 'npm test, and all other tests with browsers, chains and servers',
    projects: ['unit', 'journeys', 'integration'],
    hasChecks: true,
  },
  release: {
    command: 'npm run test:release',
    what: 'everything, repeated in full',
    projects: ['unit', 'journeys', 'integration', 'release'],
    hasChecks: true,
  },
} as const satisfies Record<string, Belt>;

const NOTHING: Verdict = { passed: 0, failed: 0, flaky: [] };
const counted = (isGood: boolean): Verdict => ({
  ...NOTHING,
  passed: isGood ? 1 : 0,
  failed: isGood ? 0 : 1,
});

/** Returns the tests that this command runs. `--rest` leaves out the tests of `npm test`. */
function readBelt(): Belt {
  const name = process.env.TEST_BELT ?? 'usual';
  const belt: Belt = name === 'all' || name === 'release' ? BELTS[name] : BELTS.usual;
  const isRest = readCommandLine(belt.command, (args) => {
    const options = name === 'all' ? { rest: { type: 'boolean' as const } } : {};
    return parseArgs({ args: [...args], options }).values;
  });
  if (!('rest' in isRest)) return belt;
  return {
    ...belt,
    what: 'the tests with browsers, chains and servers that npm test leaves out',
    projects: ['integration'],
    hasChecks: false,
  };
}

/** Runs a stage, and prints a line with its name, time and result. */
async function stage(name: string, work: () => Promise<Verdict>): Promise<Verdict> {
  const begin = performance.now();
  const verdict = await work();
  const seconds = Math.round((performance.now() - begin) / 1000);
  const time = `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
  console.log(
    `${name.padEnd(24)} ${time.padStart(12)}   ${verdict.passed} passed, ${verdict.failed} failed`,
  );
  return verdict;
}

const program = (name: string, ...commands: readonly (readonly [string, ...string[]])[]) =>
  stage(name, async () => {
    for (const [command, ...args] of commands)
      if ((await run(command, args, 'on failure')) !== 0) return counted(false);
    return counted(true);
  });

/** Installs browsers and compiles contracts before tests run, because tests have time limits. */
const prepare = () =>
  stage('browsers and contracts', async () => {
    console.log(`browser: ${await ensureBrowser()}`);
    // If Firefox can't be installed, the error of the Firefox tests names the missing package.
    console.log(`browser: ${await ensureFirefox().catch(String)}`);
    await compileContracts();
    return NOTHING;
  });

async function tests(project: Project, results: TestFile[]): Promise<Verdict> {
  return stage(PROJECTS[project].name, async () => {
    const first = await runTests(project);
    // Unit tests aren't repeated, because a unit test that fails by chance is a defect.
    const repeated = project === 'unit' ? NO_RUN : await repeatAlone(project, first);
    results.push(...lastFiles(first, repeated));
    return verdictOf(first, repeated);
  });
}

/** Runs the stages. The static checks run in parallel with the unit tests. */
async function runBelt({ projects, hasChecks }: Belt): Promise<Verdict> {
  const results: TestFile[] = [];
  const startTime = Date.now();
  const verdicts = await Promise.all([
    prepare(),
    program('builds', ['npm', 'run', '--silent', 'build']),
  ]);
  const checks = hasChecks
    ? [
        program('types', ['npm', 'run', '--silent', 'types']),
        program('lint', ['npm', 'run', '--silent', 'lint']),
      ]
    : [];
  const [begin, ...rest] = projects;
  verdicts.push(...(await Promise.all([tests(begin ?? 'unit', results), ...checks])));
  for (const project of rest) verdicts.push(await tests(project, results));
  await writeFile(RESULTS, JSON.stringify({ startTime, testResults: results }));
  return sumOf(verdicts);
}

const flakyLine = ({ file, title, error }: Flaky) =>
  `  ${relative(ROOT, file)} > ${title}: ${error}`;

/** Runs the tests of a command, and prints the result in the last line. */
async function main(): Promise<void> {
  const belt = readBelt();
  const stages = belt.projects.map((project) => PROJECTS[project]);
  const minutes = stages.reduce((sum, one) => sum + one.minutes, belt.hasChecks ? 1 : 0);
  console.log(
    `${belt.what}. Usually ${minutes} minutes on two cores: ${[
      ...(belt.hasChecks ? ['types, lint and builds 1'] : []),
      ...stages.map((one) => `${one.name} ${one.minutes}`),
    ].join(', ')}.`,
  );
  const verdict = await runBelt(belt);
  if (verdict.flaky.length > 0)
    console.log(`\nflaky, passed when repeated alone:\n${verdict.flaky.map(flakyLine).join('\n')}`);
  console.log(`\n${verdict.passed} passed, ${verdict.failed} failed`);
  process.exitCode = verdict.failed === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
});
