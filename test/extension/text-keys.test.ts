import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../helpers/texts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENGLISH = textsOf('en');
const KEYS = new Set(Object.keys(ENGLISH));

const SOURCES = [
  'wxt.config.ts',
  ...['components', 'entrypoints', 'shared'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
].map((file) => ({ file, source: readFileSync(`${ROOT}${file}`, 'utf8') }));

/** Keys in quotes, such as 'orders.quoteEnds', and those of the manifest, such as __MSG_manifest_name__. */
const QUOTED = /(['"`])((?:\w+\.)+\w+)\1|__MSG_(\w+?)__/g;
/** Keys that are looked up where they are written. */
const LOOKED_UP = /i18n\.t\(\s*(['"])((?:\w+\.)+\w+)\1/g;
/** A key that is built from parts, which no search finds. */
const BUILT = /i18n\.t\(\s*`/;

function unusedIn(sources: readonly string[]): string[] {
  const used = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(QUOTED)].map(
        ([, , key, message]) => message ?? key?.replaceAll('.', '_'),
      ),
    ),
  );
  return [...KEYS].filter((key) => !used.has(key));
}

function missingIn(source: string): string[] {
  return [...source.matchAll(LOOKED_UP)]
    .map(([, , key = '']) => key)
    .filter((key) => !KEYS.has(key.replaceAll('.', '_')));
}

describe('the keys of the texts', () => {
  it('finds no unused key', () => {
    expect(unusedIn(SOURCES.map(({ source }) => source))).toEqual([]);
  });

  it('reports a key that no source uses', () => {
    expect(unusedIn(["i18n.t('ui.back')"])).toContain('ui_copied');
    expect(unusedIn(["i18n.t('ui.back')"])).not.toContain('ui_back');
  });

  it('finds a text for every key that a source looks up', () => {
    const missing = SOURCES.flatMap(({ file, source }) =>
      missingIn(source).map((key) => `${file}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('reports a looked-up key without a text', () => {
    expect(missingIn("i18n.t('ui.nowhere')")).toEqual(['ui.nowhere']);
  });

  it('finds no key that is built from parts', () => {
    expect(SOURCES.filter(({ source }) => BUILT.test(source)).map(({ file }) => file)).toEqual([]);
  });

  it('finds only letters in keys, and no number as suffix', () => {
    expect([...KEYS].filter((key) => /\d$/.test(key))).toEqual([]);
  });

  it('finds no key that is the beginning of a longer text', () => {
    const cut = Object.entries(ENGLISH).filter(([key, text]) => isBeginning(key, text));
    expect(cut.map(([key]) => key)).toEqual([]);
  });

  it('reports a key that is the beginning of a text', () => {
    expect(isBeginning('start_thisBrowserDoesNot', 'This browser does not support it.')).toBe(true);
    expect(isBeginning('orders_quoteEnds', 'Quote ends in {time}')).toBe(false);
  });
});

/** Whether a key of four words or more is how its text begins. */
function isBeginning(key: string, text: string): boolean {
  const name = key.split('_').at(-1) ?? '';
  const words = name.match(/[A-Z]?[a-z]+/g) ?? [];
  const start = text.replace(/\{\w+\}|[^\p{L}]/gu, '').toLowerCase();
  return words.length >= 4 && start.startsWith(name.toLowerCase());
}
