import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { SOURCES } from './sources.ts';

const ROOT = new URL('../../', import.meta.url);
const TOP_FOLDERS = ['components', 'entrypoints', 'server', 'shared', 'test'];

/** Paths that scripts create, and names of packages. */
const WRITTEN = /^(?:\.output|\.\/data|data|node_modules)\/|^@/;

/** Paths in other repositories. */
const FOREIGN = ['src/abis/loan.ts', 'docs/loan/borrowing.md'];

const files = [
  ...readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  ...TOP_FOLDERS.flatMap((top) =>
    readdirSync(new URL(top, ROOT), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => `${parentPath}/${name}`.slice(ROOT.pathname.length)),
  ),
];
const folders = new Set(files.flatMap((file) => foldersOf(file)));
const documents = files.filter((file) => /(?:^|\/)(?:README|CONTRIBUTING)\.md$/.test(file));
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/**
 * Paths that a document may name: files with and without their extension, folders with and without
 * the last `/`, and all of them without leading folders.
 */
const known = new Set(
  [
    ...files.flatMap((file) => [
      file,
      file.replace(/(?:\.(?:integration|release))?(?:\.test)?\.[a-z]+$/i, ''),
    ]),
    ...[...folders].flatMap((folder) => [folder, `${folder}/`]),
  ].flatMap((path) => path.split(/(?<=\/)/).map((_, at, parts) => parts.slice(at).join(''))),
);

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** Returns `a/b` and `a/c` for `a/{b,c}`. */
function spellOut(path: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^}]+)\}(.*)$/.exec(path) ?? [];
  if (list === undefined) return [path];
  return list.split(',').flatMap((part) => spellOut(`${before}${part.trim()}${after}`));
}

/** Returns the code in a line of a document. */
const codeIn = (text: string) =>
  [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    spellOut(code),
  );

const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target);

/** Returns the paths of a document that lead to no file or folder. */
function missingPaths(text: string): string[] {
  const paths = codeIn(text).filter((code) =>
    /^[\w@.-]+(?:\/[\w@.*-]+)*\/$|^[\w@.-]+(?:\/[\w@.*-]+)+$|^[\w-]+\.(?:tsx?|cjs|md|css|sol)$/.test(
      code,
    ),
  );
  return paths.filter((path) => {
    if (WRITTEN.test(path) || FOREIGN.includes(path)) return false;
    const name = path.replace(/^(?:\.\.?\/)+/, '');
    if (!name.includes('*')) return !known.has(name);
    const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    return ![...known].some((one) => pattern.test(one));
  });
}

/** Returns hyphenated names in a document's code that don't occur in any file's name or source. */
function missingNames(document: string): string[] {
  const names = codeIn(document).filter((code) => /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(code));
  return names.filter(
    (name) =>
      !known.has(name) &&
      !`${read('package.json')}${read('.npmrc')}`.includes(name) &&
      !SOURCES.some(({ text }) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text)),
  );
}

function isNamed(folder: string, readmeOf: (path: string) => string | undefined): boolean {
  const place = [...foldersOf(folder), ''].find((above) => readmeOf(above) !== undefined) ?? '';
  const text = readmeOf(place) ?? '';
  const from = place === '' ? folder : folder.slice(place.length + 1);
  return [...codeIn(text), ...linksIn(text)].some((path) =>
    [from, folder].some((name) => path === name || path.startsWith(`${name}/`)),
  );
}

const readmeIn = (folder: string) => {
  const path = folder === '' ? 'README.md' : `${folder}/README.md`;
  return documents.includes(path) ? read(path) : undefined;
};

/** A test folder may have the name of the folder that it tests. */
const mirrorsSources = (folder: string) =>
  folder.startsWith('test/') &&
  folders.has(folder.slice('test/'.length).replace(/^extension\//, 'entrypoints/'));

it('the READMEs name only files and folders that exist', () => {
  const missing = documents.flatMap((document) =>
    missingPaths(read(document)).map((path) => `${document} names ${path}`),
  );
  expect(missing).toEqual([]);
});

it('each hyphenated name in a README’s code occurs in a file’s name, the packages or the source code', () => {
  const missing = documents.flatMap((document) =>
    missingNames(read(document)).map((name) => `${document} names ${name}`),
  );
  expect(missing).toEqual([]);
});

it('the nearest README above each folder names that folder, except for test folders that mirror sources', () => {
  const unnamed = [...folders].filter(
    (folder) => !mirrorsSources(folder) && !isNamed(folder, readmeIn),
  );
  expect(unnamed.sort()).toEqual([]);
});

it('detects a path that doesn’t exist, and accepts file endings, braces and stars', () => {
  const text = [
    '`shared/units`, `shared/orders/{legs,gone}`, `orders/legs.ts`, `server/positions/indexer`',
    '`test/e2e/fire*.test.ts`, `test/e2e/none*.test.ts`, `.output/demo/`, `@noble/curves`',
  ];
  expect(missingPaths(`${text.join('\n')} \`legs.ts\` \`leg.ts\` \`orders/\` \`legs/\``)).toEqual([
    'shared/orders/gone',
    'server/positions/indexer',
    'test/e2e/none*.test.ts',
    'leg.ts',
    'legs/',
  ]);
});

it('detects a hyphenated name that is neither in a file’s name nor in the source code', () => {
  expect(missingNames('`steady-rows`, `row-changes`, `storage-busy`')).toEqual(['steady-rows']);
});

it('detects a folder that the nearest README doesn’t name', () => {
  const readmes = new Map([
    ['', '`shared/`'],
    ['shared', '| `orders/` | [logs](chain/logs/README.md) |'],
  ]);
  const named = (folder: string) => isNamed(folder, (path) => readmes.get(path));
  const found = ['shared', 'server', 'shared/orders', 'shared/chain/logs', 'shared/desk'];
  expect(found.filter((folder) => !named(folder))).toEqual(['server', 'shared/desk']);
});
