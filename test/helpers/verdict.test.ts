import { describe, expect, it } from 'vitest';
import { readReport, sumOf, type TestFile, verdictOf } from './verdict.ts';

const test = (title: string, status: string) => ({
  title,
  fullName: `group ${title}`,
  ancestorTitles: ['group'],
  status,
  failureMessages: status === 'failed' ? [`Error: ${title} broke\n    at place`] : [],
});
const file = (name: string, tests: TestFile['assertionResults'], message = ''): TestFile => ({
  name,
  status: message !== '' || tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  message,
  assertionResults: tests,
});
const run = (...files: TestFile[]) => ({ files, isBroken: false });
const NONE = run();

describe('the verdict of a run', () => {
  it('counts passed and failed tests, and ignores skipped tests', () => {
    const first = run(file('a', [test('1', 'passed'), test('2', 'failed'), test('3', 'skipped')]));
    expect(verdictOf(first, NONE)).toEqual({ passed: 1, failed: 1, flaky: [] });
  });

  it('lists a test that fails first and then passes as flaky, with its first error', () => {
    const first = run(file('a', [test('1', 'failed'), test('2', 'skipped')]));
    const second = run(file('a', [test('1', 'passed'), test('2', 'passed')]));
    expect(verdictOf(first, second)).toEqual({
      passed: 2,
      failed: 0,
      flaky: [{ file: 'a', title: 'group 1', error: 'Error: 1 broke' }],
    });
  });

  it('counts a test as failed when the test fails in both runs', () => {
    const first = run(file('a', [test('1', 'failed')]));
    expect(verdictOf(first, first)).toEqual({ passed: 0, failed: 1, flaky: [] });
  });

  it('counts a test as failed when the test fails only in the second run of its file', () => {
    const first = run(file('a', [test('1', 'failed'), test('2', 'skipped')]));
    const second = run(file('a', [test('1', 'passed'), test('2', 'failed')]));
    expect(verdictOf(first, second)).toMatchObject({ failed: 1, flaky: [{ title: 'group 1' }] });
  });

  it('counts a file that doesn’t load, and an error outside of tests, as failed', () => {
    const broken = file('a', [test('1', 'skipped')], 'no such module\nat place');
    expect(verdictOf(run(broken), NONE)).toMatchObject({ passed: 0, failed: 1 });
    expect(verdictOf(run(broken), run(file('a', [test('1', 'passed')]))).flaky).toEqual([
      { file: 'a', title: 'the set-up', error: 'no such module' },
    ]);
    expect(verdictOf({ files: [], isBroken: true }, NONE).failed).toBe(1);
  });

  it('counts all flaky tests as failed when there are more than three', () => {
    const flaky = { file: 'a', title: 'b', error: 'c' };
    const three = { passed: 9, failed: 0, flaky: [flaky, flaky, flaky] };
    expect(sumOf([three])).toMatchObject({ passed: 9, failed: 0 });
    expect(sumOf([three, { passed: 1, failed: 0, flaky: [flaky] }])).toMatchObject({
      passed: 6,
      failed: 4,
    });
  });

  it('refuses a file that isn’t a report', () => {
    expect(readReport('')).toBeUndefined();
    expect(readReport('{"testResults":[]}')).toBeUndefined();
    expect(readReport('{"startTime":1,"testResults":[]}')).toEqual([]);
  });
});
