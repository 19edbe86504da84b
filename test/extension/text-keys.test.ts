import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { codesIn, usedKeys } from '../helpers/text-keys.ts';
import { textsOf } from '../helpers/texts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENGLISH = textsOf('en');
const KEYS = Object.keys(ENGLISH);

const SOURCES = [
  'wxt.config.ts',
  ...['components', 'entrypoints', 'shared'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
].map((file) => ({ file, source: readFileSync(`${ROOT}${file}`, 'utf8') }));

const CODES = codesIn(SOURCES.map(({ source }) => source));

/** A key that is written in a call of `i18n.t`. */
const LOOKED_UP = /i18n\.t\(\s*(['"])((?:\w+\.)+\w+)\1/g;

function unusedIn(sources: readonly string[]): string[] {
  const used = new Set(sources.flatMap((source) => [...usedKeys(source, KEYS, CODES)]));
  return KEYS.filter((key) => !used.has(key));
}

function missingIn(source: string): string[] {
  return [...source.matchAll(LOOKED_UP)]
    .map(([, , key = '']) => key)
    .filter((key) => !KEYS.includes(key.replaceAll('.', '_')));
}

describe('the keys of the texts', () => {
  it('the sources use every text', () => {
    expect(unusedIn(SOURCES.map(({ source }) => source))).toEqual([]);
  });

  it('the check reports a text that no source uses', () => {
    expect(unusedIn(["i18n.t('ui.back')"])).toContain('ui_copied');
    expect(unusedIn(["i18n.t('ui.back')"])).not.toContain('ui_back');
  });

  it('finds a text for every key that a source looks up', () => {
    const missing = SOURCES.flatMap(({ file, source }) =>
      missingIn(source).map((key) => `${file}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('the check reports a key that the code looks up and that has no text', () => {
    expect(missingIn("i18n.t('ui.nowhere')")).toEqual(['ui.nowhere']);
  });

  it('the check finds the keys that a source builds from codes', () => {
    const source = `i18n.t(\`fill.failure.\${code}\`)`;
    const without = (code: string) => new Set([...CODES].filter((known) => known !== code));
    expect(usedKeys(source, KEYS, CODES)).toContain('fill_failure_worsePrice');
    expect(usedKeys(source, KEYS, without('worsePrice'))).not.toContain('fill_failure_worsePrice');
    expect(usedKeys(source, KEYS, CODES)).not.toContain('fill_reverted_expired');
    expect(usedKeys(`type Any = \`fill.failure.\${string}\``, KEYS, CODES)).toEqual(new Set());
  });

  it('no two keys differ only in their letter case', () => {
    expect(new Set(KEYS.map((key) => key.toLowerCase())).size).toBe(KEYS.length);
  });

  it('no key ends with a number', () => {
    expect(KEYS.filter((key) => /\d$/.test(key))).toEqual([]);
  });

  it('no key repeats the first words of its own text', () => {
    const cut = Object.entries(ENGLISH).filter(([key, text]) => isBeginning(key, text));
    expect(cut.map(([key]) => key)).toEqual([]);
  });

  it('the check reports a key that repeats the beginning of its text', () => {
    expect(isBeginning('start_thisBrowserDoesNot', 'This browser does not support it.')).toBe(true);
    expect(isBeginning('orders_quoteEnds', 'Quote ends in {time}')).toBe(false);
  });
});

/** Returns true when a key of four words or more is the beginning of its text. */
function isBeginning(key: string, text: string): boolean {
  const name = key.split('_').at(-1) ?? '';
  const words = name.match(/[A-Z]?[a-z]+/g) ?? [];
  const start = text.replace(/\{\w+\}|[^\p{L}]/gu, '').toLowerCase();
  return words.length >= 4 && start.startsWith(name.toLowerCase());
}
