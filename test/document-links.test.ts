import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { coinspectRows, STATES } from './helpers/coinspect-rows.ts';
import { linksOf, namesTest, titlesIn } from './helpers/document-links.ts';
import { resultOf } from './helpers/test-results.ts';
import { hasCase, hasPlaceholder } from './written-out-titles.ts';

const ROOT = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

describe.each([
  ['SECURITY.md', 0],
  ['test/threat-model.md', 100],
  ['test/auditing.md', 20],
  ['test/walletbeat.md', 30],
  ['test/coinspect.md', 35],
  ['test/accessibility.md', 5],
  ['entrypoints/store/keys.md', 0],
])('%s', (document, count) => {
  const links = linksOf(document);
  const tests = links.filter(namesTest);

  it('links only to files that exist', () => {
    expect(links.filter(({ file }) => !existsSync(file))).toEqual([]);
  });

  it('names only tests that exist', () => {
    expect(tests.length).toBeGreaterThanOrEqual(count);
    expect(tests.filter((link) => !hasCase(link))).toEqual([]);
  });
});

describe('the threat model', () => {
  it('contains no test title with a placeholder', () => {
    const titles = linksOf('test/threat-model.md').map(({ title }) => title);
    expect(titles.filter(hasPlaceholder)).toEqual([]);
  });
});

describe('a test that a document names', () => {
  it('finds a filled-in title of an it.each test only if the test’s file contains the title’s words', () => {
    const file = new URL('shared/orders/verify.test.ts', import.meta.url);
    const titles = ['rejects %s', 'rejects unequal wings', 'rejects a comet', 'rejects '];
    expect(titles.filter((title) => hasCase({ title, file }))).toEqual([
      'rejects %s',
      'rejects unequal wings',
    ]);
    expect(titles.filter(hasPlaceholder)).toEqual(['rejects %s']);
    const format = new URL('shared/vault/format.test.ts', import.meta.url);
    const vector = (name: string) =>
      `rejects an invalid recovery file and returns the vector’s error code: ${name}`;
    expect(hasCase({ title: vector('a mistyped code'), file: format })).toBe(true);
    expect(hasCase({ title: vector('no such vector'), file: format })).toBe(false);
  });

  it('doesn’t count a skipped, postponed or commented-out test', () => {
    const source = `
      it('runs', () => {});
      it.each([1])('runs %s', () => {});
      it.skip('one', () => {});
      it.skip.each([1])('two', () => {});
      it.todo('three');
      // it('four', () => {});
      describe.skip('five', () => { it('six', () => {}); });
      /* it('seven', () => {}); */
    `;
    expect(titlesIn('some.test.ts', source)).toEqual(['runs', 'runs %s']);
  });

  it('counts a test as failed if one of its cases failed in the last run', () => {
    const file = new URL('some.test.ts', ROOT);
    const one = (title: string, status: string) => ({
      title,
      fullName: title,
      ancestorTitles: ['group'],
      status,
      failureMessages: [],
    });
    const results = {
      startTime: 0,
      testResults: [
        {
          name: fileURLToPath(file),
          status: 'failed',
          message: '',
          assertionResults: [
            one('reads a', 'passed'),
            one('reads b', 'failed'),
            one('c', 'skipped'),
          ],
        },
      ],
    };
    const titles = ['reads a', 'reads %s', 'c', 'd', 'group'];
    expect(titles.map((title) => resultOf(results, { title, file }))).toEqual([
      'passed',
      'failed',
      'not run',
      'not run',
      'failed',
    ]);
  });
});

describe('Walletbeat’s ladder', () => {
  const rows = read('test/walletbeat.md')
    .split('\n')
    .filter((line) => /^\| (?!-|Criterion)/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| /, '').trim()));

  it('has a link for each criterion that is met or partly met', () => {
    expect(rows.length).toBeGreaterThan(30);
    const shown = rows.filter(([, state = '']) => /^(?:met|partly)/.test(state));
    expect(shown.filter(([, , proof = '']) => !/\]\([^)]+\)/.test(proof))).toEqual([]);
  });

  it('gives each criterion the state “met”, “partly” or “missing”', () => {
    expect(rows.filter(([, state = '']) => !/^(?:met|partly|missing)\b/.test(state))).toEqual([]);
  });
});

describe('Coinspect’s tests', () => {
  const rows = coinspectRows();

  it('lists the 29 tests for browser wallets, each with a known state', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(29);
    expect(rows.length).toBe(29);
    expect(rows.filter(({ state }) => !STATES.some((known) => known === state))).toEqual([]);
  });

  it('links each of Coinspect’s tests to a test of Condor, unless the state is “open”', () => {
    const claimed = rows.filter(({ state }) => state !== 'open');
    expect(claimed.filter(({ evidence }) => !/\]\([^)]+\.test\.tsx?\)/.test(evidence))).toEqual([]);
  });
});

describe('the list of cryptography', () => {
  const text = read('test/auditing.md');

  it('lists exactly the extension and server files that use cryptographic primitives', () => {
    const cwd = fileURLToPath(ROOT);
    const uses =
      /from '(?:@noble\/|@scure\/|@simplewebauthn\/server|node:crypto')|crypto\.(?:subtle|getRandomValues|randomUUID)|import \{[^}]*\b(?:keccak256|namehash|hash[A-Z]\w+|recover\w+|verify\w+)\b[^}]*\} from 'viem/;
    const files = globSync('{entrypoints,components,shared,server}/**/*.{ts,tsx}', { cwd });
    const using = files.filter((file) => uses.test(read(file)));
    const [, list = ''] = text.split('\n## Cryptography\n');
    const named = [...list.matchAll(/`((?:entrypoints|components|shared|server)\/[^`]+\.tsx?)`/g)];
    expect(named.map(([, file]) => file).sort()).toEqual(using.sort());
  });

  it('states the same package versions as package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const versions = { ...dependencies, ...devDependencies };
    const stated = [...text.matchAll(/^\| `([@a-z/0-9-]+)` +\| (\d[\d.]+) /gm)];
    expect(stated.length).toBeGreaterThan(5);
    expect(stated.filter(([, name = '', version]) => versions[name] !== version)).toEqual([]);
  });
});
