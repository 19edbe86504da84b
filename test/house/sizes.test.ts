import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { SOURCES } from './sources.ts';

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 150;

/** Functions that are longer than the limit. The list may only become shorter. */
const LONG_FUNCTIONS = [
  'entrypoints/background/alerts/alerts.ts: createAlerts',
  'entrypoints/background/chain/watch.ts: createWatch',
  'entrypoints/background/positions/refresh.ts: createPositions',
  'entrypoints/background/quotations/quotations.ts: createQuotations',
  'entrypoints/background/signer/signer.ts: createSigner',
];

interface Code {
  readonly path: string;
  readonly text: string;
}

const linesOf = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

const longFiles = (files: readonly Code[]) =>
  files.filter(({ text }) => linesOf(text) > MAX_FILE_LINES).map(({ path }) => path);

function longFunctions({ path, text }: Code): string[] {
  const names = new Map<number, string>();
  const found: string[] = [];
  const nameValue = (key: ESTree.Node, value: ESTree.Node | null) => {
    if (value !== null && key.type === 'Identifier') names.set(value.start, key.name);
  };
  const measure = ({ id, start, end }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    if (linesOf(text.slice(start, end)) <= MAX_FUNCTION_LINES) return;
    found.push(`${path}: ${id?.name ?? names.get(start) ?? 'without a name'}`);
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      nameValue(id, init);
    },
    Property({ key, value }) {
      nameValue(key, value);
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program);
  return found;
}

it('every source file has at most 400 lines', () => {
  expect(longFiles(SOURCES)).toEqual([]);
});

it('every function has at most 150 lines, except for the listed ones', () => {
  const long = SOURCES.filter(({ text }) => linesOf(text) > MAX_FUNCTION_LINES);
  expect(long.flatMap(longFunctions).sort()).toEqual(LONG_FUNCTIONS);
});

it('detects a file and functions that are too long', () => {
  const lines = (count: number) => 'work();\n'.repeat(count);
  const file = (text: string) => ({ path: 'some.ts', text });
  expect(longFiles([file(lines(400))])).toEqual([]);
  expect(longFiles([file(lines(401))])).toEqual(['some.ts']);
  const functions = (count: number) =>
    `function one() {\n${lines(count)}}\nconst two = () => {\n${lines(count)}};\n`;
  expect(longFunctions(file(functions(148)))).toEqual([]);
  expect(longFunctions(file(functions(149)))).toEqual(['some.ts: one', 'some.ts: two']);
});
