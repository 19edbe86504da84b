import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { filesIn, SOURCES } from './sources.ts';

/** Maximum number of lines of a component that may have state of its own. */
const MAX_LINES_WITH_STATE = 80;

/**
 * Hooks that a plain view may use: they read the clock, the ids of the page, or whether amounts are
 * hidden. A view may also keep one state, such as an open panel.
 */
const PLAIN_HOOKS = /^use(?:Id|Now|Late|Key|Hidden|IsHidden|Tone)$/;

interface Code {
  readonly path: string;
  readonly text: string;
}

const SCREENS = SOURCES.filter(({ path }) =>
  /^components\/(screens|approvals)\/.*\.tsx$/.test(path),
);

/** Returns the long components of a file that have more than one state. */
function mixedComponents({ path, text }: Code): string[] {
  const functions: (ESTree.Function | ESTree.ArrowFunctionExpression)[] = [];
  const calls: { readonly name: string; readonly start: number }[] = [];
  const add = (node: (typeof functions)[number]) => void functions.push(node);
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
    CallExpression({ callee, start }) {
      if (callee.type === 'Identifier') calls.push({ name: callee.name, start });
    },
  }).visit(parseSync(path, text).program);
  return functions.flatMap(({ id, start, end }) => {
    if (text.slice(start, end).split('\n').length <= MAX_LINES_WITH_STATE) return [];
    const hooks = calls
      .filter((call) => call.start > start && call.start < end)
      .map(({ name }) => name)
      .filter((name) => /^use[A-Z]/.test(name) && !PLAIN_HOOKS.test(name));
    const isPlain = hooks.length === 0 || (hooks.length === 1 && hooks[0] === 'useState');
    return isPlain ? [] : [`${path}: ${id?.name}`];
  });
}

/** Minimum lines of unit tests for each line of the pages; 0.45 in November 2026. */
const MIN_TEST_SHARE = 0.4;

const linesOf = (files: readonly Code[]) =>
  files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

it('components over 80 lines in screens and approvals use only the hooks of a plain view or one useState', () => {
  expect(SCREENS.length).toBeGreaterThan(100);
  expect(SCREENS.flatMap(mixedComponents)).toEqual([]);
});

it('the pages’ unit tests have at least two fifths as many lines as the pages', () => {
  const pages = SOURCES.filter(({ path }) => path.startsWith('components/'));
  const share = linesOf(filesIn('test/extension/page')) / linesOf(pages);
  expect(share).toBeGreaterThanOrEqual(MIN_TEST_SHARE);
});

it('a component over 80 lines may use the hooks of a plain view or one useState, but no other hooks', () => {
  const component = (hooks: readonly string[], lines: number) => ({
    path: 'Some.tsx',
    text: `function Some() {\n${hooks.map((name) => `${name}();\n`).join('')}${'<p />;\n'.repeat(lines)}}\n`,
  });
  const several = ['useWalletCall', 'useAction'];
  expect(mixedComponents(component(several, 76))).toEqual([]);
  expect(mixedComponents(component(several, 77))).toEqual(['Some.tsx: Some']);
  expect(mixedComponents(component(['useState'], 200))).toEqual([]);
  expect(mixedComponents(component(['useState', 'useState'], 200))).toEqual(['Some.tsx: Some']);
  expect(mixedComponents(component(['useHidden', 'useNow'], 200))).toEqual([]);
  const { path, text } = component(several, 77);
  const memoized = text.replace('function Some', 'const Other = memo(function Some');
  expect(mixedComponents({ path, text: `${memoized.trimEnd()});` })).toEqual(['Some.tsx: Some']);
});
