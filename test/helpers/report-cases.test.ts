import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { reportCaseUses } from './report-cases.ts';

const TESTS = fileURLToPath(new URL('..', import.meta.url));

it('runs each of the 120 reported cases in a test', () => {
  const sources = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(`${TESTS}${path}`, 'utf8'));
  const uses = reportCaseUses();
  expect(uses.length).toBe(120);
  const unused = uses.filter(({ use }) => !sources.some((text) => text.includes(use)));
  expect(unused).toEqual([]);
});
