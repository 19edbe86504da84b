import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { rootName } from './read-prose.ts';

const ROOT = new URL('../../', import.meta.url);

/** A link to a file of this repository. */
export interface DocumentLink {
  readonly title: string;
  readonly file: URL;
}

/** Returns a document's links to files. Omits links to the web and to headings in the document. */
export function linksOf(document: string): readonly DocumentLink[] {
  const place = new URL(document, ROOT);
  return linksIn(readFileSync(place, 'utf8'), place);
}

/** Returns the links of a text that belongs to a document. */
export function linksIn(text: string, document: URL): readonly DocumentLink[] {
  return [...text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)]
    .filter(([, , target = '']) => !/^(?:https?:|#)/.test(target))
    .map(([, title = '', target = '']) => ({
      title,
      file: new URL(target.replace(/#.*$/, ''), document),
    }));
}

export const namesTest = ({ title, file }: DocumentLink) =>
  /\/test\/.*(?:\.test|-suite)\.tsx?$/.test(file.pathname) && !title.startsWith('`');

/**
 * Returns true if the file has a test or a group with this title, and the test or group isn't
 * skipped.
 */
export const hasTest = ({ title, file }: DocumentLink) =>
  titlesIn(file.pathname, readFileSync(file, 'utf8')).includes(title);

/** Returns the titles of a file's tests and groups that aren't skipped. */
export function titlesIn(name: string, source: string): readonly string[] {
  const titles: { start: number; text: string }[] = [];
  const skipped: { start: number; end: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first], start, end }) {
      if (!first || !/^(?:describe|it|test)$/.test(rootName(callee) ?? '')) return;
      if (isSkipped(callee)) skipped.push({ start, end });
      if (first.type === 'Literal' && typeof first.value === 'string')
        titles.push({ start, text: first.value });
      if (first.type === 'TemplateLiteral')
        titles.push({ start, text: source.slice(first.start + 1, first.end - 1) });
    },
  }).visit(parseSync(name, source).program);
  return titles
    .filter(({ start }) => !skipped.some((call) => call.start <= start && start < call.end))
    .map(({ text }) => text);
}

/** Returns true for `it.skip`, `it.todo` and skipped tables. */
function isSkipped(node: ESTree.Expression): boolean {
  if (node.type === 'CallExpression') return isSkipped(node.callee);
  if (node.type !== 'MemberExpression') return false;
  const isNamed = node.property.type === 'Identifier' && /^(?:skip|todo)$/.test(node.property.name);
  return isNamed || isSkipped(node.object);
}
