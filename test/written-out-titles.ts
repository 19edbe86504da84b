import { existsSync, readFileSync } from 'node:fs';
import { type DocumentLink, titlesIn } from './helpers/document-links.ts';

/** Parts of a title that differ for each case of a table: `%s`, `$name`. */
const FILLED = /%[a-z#$]|\$[\w.]+/i;

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns true if a title contains placeholders as in the source. */
export const hasPlaceholder = (title: string) => FILLED.test(title) || title.includes('${');

/**
 * Returns true if the file has a test or group with this title that isn't skipped, or a table of
 * tests with such a case. Each part that the case fills in must be in the file or in a vector file
 * that it reads. Numbers are exempt.
 */
export function hasCase({ title, file }: DocumentLink): boolean {
  const source = readFileSync(file, 'utf8');
  const vectors = [...source.matchAll(/'([./]+\/vectors\/[\w-]+\.json)'/g)]
    .map(([, path = '']) => new URL(path, file))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
  const isKnown = (part: string) =>
    /^(?:\d+|true|false)$/.test(part) ||
    [source, ...vectors].some((text) => text.includes(`'${part}'`) || text.includes(`"${part}"`));
  return titlesIn(file.pathname, source).some((one) => {
    if (one === title) return true;
    if (!FILLED.test(one)) return false;
    const filled = new RegExp(`^${one.split(FILLED).map(escaped).join('(.+)')}$`).exec(title);
    return filled?.slice(1).every(isKnown) ?? false;
  });
}
