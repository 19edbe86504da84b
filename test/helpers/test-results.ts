import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { parseAs, parseJson } from '../../shared/parse.ts';
import type { DocumentLink } from './document-links.ts';

const FILE = new URL('../../.output/test-results.json', import.meta.url);

const Results = Type.Object({
  startTime: Type.Number(),
  testResults: Type.Array(
    Type.Object({
      name: Type.String(),
      status: Type.String(),
      /** The reason why the file couldn't be loaded, or why its hooks failed. */
      message: Type.String(),
      assertionResults: Type.Array(
        Type.Object({
          title: Type.String(),
          fullName: Type.String(),
          ancestorTitles: Type.Array(Type.String()),
          status: Type.String(),
          failureMessages: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
});

export type TestResults = Type.Static<typeof Results>;

/** Parses results; returns undefined for other texts. */
export const parseResults = (text: string): TestResults | undefined =>
  parseAs(Results, parseJson(text));

/** Returns the results of the last `npm run test:all`; undefined if there are none. */
export function lastResults(): TestResults | undefined {
  try {
    return parseResults(readFileSync(FILE, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Parts of a title that differ for each case of a table: `%s`, `$name`, `${RUNS}`. */
const FILLED = /%[a-z#$]|\$\{[^}]*\}|\$[\w.]+/i;

/** Returns the result of a linked test, or of all tests in a linked group. */
export function resultOf(
  results: TestResults,
  { title, file }: DocumentLink,
): 'passed' | 'failed' | 'not run' {
  const fixed = title.split(FILLED).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`^${fixed.join('.*')}$`, 's');
  const states = results.testResults
    .filter(({ name }) => name === fileURLToPath(file))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => [test.title, ...test.ancestorTitles].some((one) => pattern.test(one)))
    .map(({ status }) => status);
  if (states.includes('failed')) return 'failed';
  return states.includes('passed') ? 'passed' : 'not run';
}
