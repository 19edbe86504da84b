import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VAULT_CODES } from '../../shared/wire/vault-codes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** READMEs with tables that refer to tests. Short names of tests are relative to `folder`. */
const READMES = [
  { path: 'server/vault/README.md', folder: 'test/server/vault' },
  { path: 'server/database/README.md', folder: 'test/server' },
  { path: 'server/http/README.md', folder: 'test/server' },
  { path: 'server/chain/README.md', folder: 'test/server' },
] as const;

/** Returns the cells of the last column of each table headed "Shown by". */
function namedIn(text: string): { rule: string; cell: string }[] {
  let isNaming = false;
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) {
      isNaming = false;
      return [];
    }
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [rule = '', cell = ''] = [cells[1], cells.at(-2)];
    if (cell.startsWith('Shown by')) isNaming = true;
    return isNaming && !cell.startsWith('Shown by') && !/^-+$/.test(cell) ? [{ rule, cell }] : [];
  });
}

/** Returns each test that a cell names, with the quoted words of its title. */
function referencesIn(cell: string): { name: string; words: string[] }[] {
  return [...cell.matchAll(/`([^`]+)`([^`;]*)/g)].map(([, name = '', after = '']) => ({
    name,
    words: after
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  }));
}

function filesOf(name: string, folder: string): string[] {
  const path = name.startsWith('test/') ? name : join(folder, name);
  const directory = join(ROOT, dirname(path));
  if (!existsSync(directory)) return [];
  const [start = '', end] = basename(path)
    .replace(/(\.integration|\.release)?(\.test)?\.ts$/, '')
    .split('*');
  return readdirSync(directory)
    .filter((file) => /\.ts$/.test(file))
    .filter((file) => {
      const stem = file.replace(/(\.integration|\.release)?(\.test)?\.ts$/, '');
      return end === undefined ? stem === start : stem.startsWith(start);
    })
    .map((file) => resolve(directory, file));
}

/**
 * Returns the titles of the tests and groups in a file: the first argument of `it` and `describe`,
 * or of the function that `each` returns.
 */
function titlesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const title = /(['"`])((?:\\.|(?!\1).)*)\1/.source;
  const calls = [
    new RegExp(`(?<![\\w.])(?:it|describe)\\(\\s*${title}`, 'gs'),
    new RegExp(`(?<![\\w.])(?:it|describe)\\.each\\b.*?\\)\\(\\s*${title}`, 'gs'),
  ];
  return calls.flatMap((call) => [...text.matchAll(call)].map((match) => match[2] ?? ''));
}

/** Returns the phrases that no title of these files contains. */
function missingIn(files: readonly string[], phrases: readonly string[]): string[] {
  const titles = files.flatMap(titlesOf);
  return phrases.filter((phrase) => !titles.some((title) => title.includes(phrase)));
}

it('reads only the title from every kind of test call', () => {
  const own = fileURLToPath(import.meta.url);
  expect(titlesOf(own)).toEqual(
    expect.arrayContaining([
      'reads only the title from every kind of test call',
      'the tests that $path names',
      'every test that a README names exists with the quoted title',
    ]),
  );
  // "A phrase from" occurs only in this comment, not in a title.
  expect(missingIn([own], ['reads only the title', 'isNaming', 'A phrase from'])).toEqual([
    'isNaming',
    'A phrase from',
  ]);
});

describe.each(READMES)('the tests that $path names', ({ path, folder }) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const rows = namedIn(text);

  it('every test that a README names exists with the quoted title', () => {
    expect(rows.length).toBeGreaterThan(4);
    const missing = rows.flatMap(({ rule, cell }) => {
      const references = referencesIn(cell);
      if (references.length === 0) return [`${rule}: names no test`];
      return references.flatMap(({ name, words }) => {
        const files = filesOf(name, folder);
        if (files.length === 0) return [`${rule}: ${name} is no file`];
        return missingIn(files, words).map(
          (phrase) => `${rule}: no title in ${name} has "${phrase}"`,
        );
      });
    });
    expect(missing).toEqual([]);
  });
});

it('the vault’s README names a test for every error code', () => {
  const text = readFileSync(join(ROOT, 'server/vault/README.md'), 'utf8');
  const line = /^Codes: (.*)\.$/m.exec(text)?.[1] ?? '';
  const named = line.split(';').flatMap((part) => {
    const files = referencesIn(part).flatMap(({ name }) => filesOf(name, 'test/server/vault'));
    expect(files.length, part).toBeGreaterThan(0);
    const codes = part.match(/[A-Z]+(?:_[A-Z]+)+/g) ?? [];
    for (const file of files) expect(missingIn([file], codes), part).toEqual([]);
    return codes;
  });
  expect(named.toSorted()).toEqual([...VAULT_CODES].toSorted());
});
