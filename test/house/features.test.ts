import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { SOURCES } from './sources.ts';

const WORKER = 'entrypoints/background/';

/** Folders of the worker that have a feature, in the order of compose. */
const FEATURES = [
  'orders',
  'positions',
  'quotations',
  'maker',
  'allowances',
  'alerts',
  'approvals/explain',
  'settings',
];

const SOURCES_OF_WORKER = SOURCES.filter(({ path }) => path.startsWith(WORKER)).map((source) => ({
  ...source,
  path: source.path.slice(WORKER.length),
  imports: source.imports
    .filter((path) => path.startsWith(WORKER))
    .map((path) => path.slice(WORKER.length)),
}));

const featureOf = (path: string) => FEATURES.find((name) => path.startsWith(`${name}/`));

type Code = ESTree.Function | ESTree.ArrowFunctionExpression;

function functionsIn(path: string, text: string): readonly { name: string; body: string }[] {
  const found: { name: string; body: string }[] = [];
  const add = (name: string | undefined, { start, end }: Code) => {
    if (name !== undefined) found.push({ name, body: text.slice(start, end) });
  };
  const isCode = (node: ESTree.Node | null): node is Code =>
    node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression';
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && isCode(init)) add(id.name, init);
    },
    Property({ key, value }) {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : '';
      if (isCode(value)) add(String(name), value);
    },
    FunctionDeclaration(node) {
      add(node.id?.name, node);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/**
 * Returns a file's functions and commands that are named `list` or `view`, although they store
 * something.
 */
function writingReads({ path, text }: { path: string; text: string }): string[] {
  const all = functionsIn(path, text);
  const stores = (body: string, seen: readonly string[]): boolean =>
    /\b(?:stored|kept|store)\.(?:write|clear)\(/.test(body) ||
    all.some(
      ({ name, body: inner }) =>
        !seen.includes(name) &&
        new RegExp(`(?<![.\\w'])${name}\\(`).test(body) &&
        stores(inner, [...seen, name]),
    );
  return all
    .filter(({ name }) => /^(?:\w+\.)?(?:list|view)$/.test(name))
    .filter(({ name, body }) => stores(body, [name]))
    .map(({ name }) => `${path}: ${name}`);
}

it('features of the worker import only the public file of another feature', () => {
  const inner = SOURCES_OF_WORKER.flatMap(({ path, imports }) =>
    imports.filter((target) => {
      const owner = featureOf(target);
      return (
        featureOf(path) !== undefined &&
        owner !== undefined &&
        owner !== featureOf(path) &&
        target !== `${owner}/index.ts`
      );
    }),
  );
  expect([...new Set(inner)]).toEqual([]);
});

it('only compose.ts creates features of the worker', () => {
  const creators = SOURCES_OF_WORKER.filter(({ path, imports, text }) =>
    imports.some(
      (target) =>
        target === `${featureOf(target)}/index.ts` &&
        path !== 'compose.ts' &&
        new RegExp(`import \\{[^}]*\\bcreate[^}]*\\} from '[^']*${target}'`).test(text),
    ),
  );
  expect(creators.map(({ path }) => path)).toEqual([]);
});

it('features of the worker don’t store data in a function named list or view', () => {
  expect(SOURCES_OF_WORKER.flatMap(writingReads)).toEqual([]);
});

it('detects a function named list or view that stores data, even through another function', () => {
  const text = `
    const keep = () => deps.stored.write(1);
    const refresh = async () => { await keep(); };
    return { list: () => refresh(), view: () => 1, 'x.view': async () => deps.stored.clear() };
  `;
  expect(writingReads({ path: 'a.ts', text: `function a(deps) {${text}}` })).toEqual([
    'a.ts: list',
    'a.ts: x.view',
  ]);
});
