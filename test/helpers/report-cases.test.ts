import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ownCases, reportCaseUses, reportedKinds } from './report-cases.ts';

const TESTS = fileURLToPath(new URL('..', import.meta.url));

it('the tests use each of the 120 reported cases and each of Condor’s own cases', () => {
  const sources = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(`${TESTS}${path}`, 'utf8'));
  const uses = reportCaseUses();
  expect(uses.length).toBe(120 + ownCases().length);
  const unused = uses.filter(({ use }) => !sources.some((text) => text.includes(use)));
  expect(unused).toEqual([]);
});

it('each kind of report has at least three inputs by Condor’s own authors', () => {
  const own = new Map(ownCases().map(({ kind, cases }) => [kind, cases.length]));
  const few = [...reportedKinds()].filter((kind) => (own.get(kind) ?? 0) < 3);
  expect(few).toEqual([]);
  expect([...own.keys()].filter((kind) => !reportedKinds().has(kind))).toEqual([]);
});
