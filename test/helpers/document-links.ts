import { readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** A link of a document to a file of this repository. */
interface DocumentLink {
  readonly title: string;
  readonly file: URL;
}

/** Returns the links of a document, without those to the web and to its own headings. */
export function linksOf(document: string): readonly DocumentLink[] {
  const place = new URL(document, ROOT);
  const text = readFileSync(place, 'utf8');
  return [...text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)]
    .filter(([, , target = '']) => !/^(?:https?:|#)/.test(target))
    .map(([, title = '', target = '']) => ({
      title,
      file: new URL(target.replace(/#.*$/, ''), place),
    }));
}

/** Returns true for a link whose text is the title of a test. */
export const namesTest = ({ title, file }: DocumentLink) =>
  /\/test\/.*(?:\.test|-suite)\.tsx?$/.test(file.pathname) && !title.startsWith('`');

/** Returns true when the file has a test of this title, in any kind of quotes. */
export function hasTest({ title, file }: DocumentLink): boolean {
  const source = readFileSync(file, 'utf8');
  const escaped = title.replaceAll("'", "\\'");
  return [`'${title}'`, `'${escaped}'`, `"${title}"`, `\`${title}\``].some((quoted) =>
    source.includes(quoted),
  );
}
