import { parseResults, type TestResults } from './test-results.ts';

export type TestFile = TestResults['testResults'][number];

export interface TestRun {
  readonly files: readonly TestFile[];
  /** True if there was a failure outside of tests, or no results were written. */
  readonly isBroken: boolean;
}

export const NO_RUN: TestRun = { files: [], isBroken: false };

const MAX_FLAKY = 3;
/** Maximum number of failed files that are repeated. With more, the run fails anyway. */
export const MAX_REPEATED = MAX_FLAKY;

/** Returns the results in a report; undefined for other texts. */
export function readReport(text: string): readonly TestFile[] | undefined {
  return parseResults(text)?.testResults;
}

export const hasFailed = ({ status }: TestFile): boolean => status === 'failed';

const testsOf = (file: TestFile, status: string) =>
  file.assertionResults.filter((test) => test.status === status);

/** Returns a file's failed tests with their errors. A failure of the file itself has no title. */
function failuresOf(file: TestFile): { title: string; error: string }[] {
  const failed = testsOf(file, 'failed').map(({ fullName, failureMessages: [error = ''] }) => ({
    title: fullName,
    error: firstLine(error),
  }));
  if (failed.length > 0 || !hasFailed(file)) return failed;
  return [{ title: 'the set-up', error: firstLine(file.message) }];
}

const firstLine = (text: string) => text.split('\n')[0] ?? '';

export interface Flaky {
  readonly file: string;
  readonly title: string;
  readonly error: string;
}

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** Tests that failed at first, and passed when their file was repeated alone. */
  readonly flaky: readonly Flaky[];
}

/** Returns the results of a run. For repeated files, returns the second result. */
export function lastFiles(first: TestRun, repeated: TestRun): readonly TestFile[] {
  const again = new Map(repeated.files.map((file) => [file.name, file]));
  return first.files.map((file) => again.get(file.name) ?? file);
}

/** Counts the results of a run, some of whose files were repeated. */
export function verdictOf(first: TestRun, repeated: TestRun): Verdict {
  const again = new Map(repeated.files.map((file) => [file.name, file]));
  const files = lastFiles(first, repeated);
  const failed = files.flatMap(failuresOf).length;
  const isBroken = first.isBroken || repeated.isBroken;
  const flaky = first.files
    .filter(({ name }) => again.has(name))
    .flatMap((file) => {
      const second = failuresOf(again.get(file.name) ?? file);
      return failuresOf(file)
        .filter(({ title }) => !second.some((failure) => failure.title === title))
        .map((failure) => ({ file: file.name, ...failure }));
    });
  return {
    passed: files.flatMap((file) => testsOf(file, 'passed')).length,
    failed: isBroken ? Math.max(1, failed) : failed,
    flaky,
  };
}

/** Adds up the verdicts of stages. Too many flaky tests count as failed. */
export function sumOf(verdicts: readonly Verdict[]): Verdict {
  const sum = (key: 'passed' | 'failed') =>
    verdicts.reduce((total, verdict) => total + verdict[key], 0);
  const flaky = verdicts.flatMap((verdict) => verdict.flaky);
  const excess = flaky.length > MAX_FLAKY ? flaky.length : 0;
  return { passed: sum('passed') - excess, failed: sum('failed') + excess, flaky };
}
