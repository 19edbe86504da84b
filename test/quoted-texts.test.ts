import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const straight = (text: string) => text.replaceAll('’', "'").replaceAll(/[“”]/g, '"');

const proseOf = (path: string) =>
  read(path)
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');

const cwd = fileURLToPath(ROOT);
const screens = new Set(
  globSync('components/locales/en/*.yml', { cwd })
    .flatMap((path) => Object.values(Object(parse(read(path)))))
    .map((text) => straight(String(text))),
);

it.each([
  ['README.md', /(?<=\s)_([A-Z][A-Za-z ]+)_(?=[\s,.])/g, 3],
  ['server/README.md', /(?<=\s)_([A-Z][A-Za-z ]+)_(?=[\s,.])/g, 1],
  ['server/hosting/install.md', /(?<=\s)_([A-Z][A-Za-z ]+)_(?=[\s,.])/g, 1],
  ['server/hosting/backup.md', /"([A-Z][^"]+ [^"]+)"/g, 4],
])('%s quotes only texts of the screens', (path, quotes, count) => {
  const named = [...proseOf(path).matchAll(quotes)].map(([, text = '']) => straight(text));
  expect(named.length).toBeGreaterThanOrEqual(count);
  expect(named.filter((text) => !screens.has(text))).toEqual([]);
});
