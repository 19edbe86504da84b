import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A piece of English in the repository: a comment, a test title or a string of the screens. */
export interface Prose {
  readonly kind: 'comment' | 'title' | 'string';
  /** Path from the repository's root. */
  readonly file: string;
  readonly line: number;
  /** The text on one line, without comment signs. */
  readonly text: string;
}

/** Reads the comments and test titles of all TypeScript files in these folders. */
export function readCode(folders: readonly string[]): Prose[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      const { comments, program } = parseSync(file, source);
      const at = (kind: Prose['kind'], start: number, text: string): Prose => ({
        kind,
        file,
        line: source.slice(0, start).split('\n').length,
        text: text.replaceAll(/\s+/g, ' ').trim(),
      });
      const titles = file.startsWith('test/') ? titlesOf(program) : [];
      return [
        ...joinLineComments(comments, source).map(({ start, text }) => at('comment', start, text)),
        ...titles.map(({ start, text }) => at('title', start, text)),
      ];
    });
}

/** Reads the strings of a language's message files (`components/locales`). */
export function readStrings(language: string): Prose[] {
  return globSync(`components/locales/${language}/*.yml`, { cwd: ROOT })
    .sort()
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index): Prose[] => {
          const text = /^\s*[\w$]+:\s+(\S.*)$/.exec(line)?.[1];
          if (text === undefined) return [];
          return [{ kind: 'string', file, line: index + 1, text: text.replaceAll(/^"|"$/g, '') }];
        }),
    );
}

interface Piece {
  readonly start: number;
  readonly text: string;
}

/** Joins line comments that directly follow each other, because they form one paragraph. */
function joinLineComments(
  comments: readonly { type: string; value: string; start: number; end: number }[],
  source: string,
): Piece[] {
  const pieces: { start: number; end: number; line: boolean; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = pieces.at(-1);
    const line = type === 'Line';
    if (last?.line && line && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += value;
      last.end = end;
    } else {
      pieces.push({ start, end, line, text: value.replaceAll(/^\s*\*+ ?/gm, '') });
    }
  }
  return pieces;
}

const TITLED = new Set(['describe', 'it', 'test']);

function titlesOf(program: ESTree.Program): Piece[] {
  const titles: Piece[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!first || !TITLED.has(rootName(callee) ?? '')) return;
      if (first.type === 'Literal' && typeof first.value === 'string') {
        titles.push({ start: first.start, text: first.value });
      }
      if (first.type === 'TemplateLiteral') {
        titles.push({
          start: first.start,
          text: first.quasis.map(({ value }) => value.cooked ?? value.raw).join('…'),
        });
      }
    },
  }).visit(program);
  return titles;
}

/** Returns the first name of a call's target: `it` of `it.each(cases)`. */
export function rootName(node: ESTree.Expression): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return rootName(node.object);
  if (node.type === 'CallExpression') return rootName(node.callee);
  return undefined;
}
