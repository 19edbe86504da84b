import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Names and signs that every language writes in the same way. */
const ALLOWED = [
  // The product's name, and each language's own name.
  'Condor',
  'English',
  'Deutsch',
  // Units, symbols and forms of technical values.
  /^(?:ETH|USDC|WETH|cbBTC|BTC)$/,
  /^(?:XXXXX-?)+$/,
  /^https:\/\/…$/,
  /^0x/,
];

const FILES = ['components', 'entrypoints'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => `${folder}/${name}`),
);

/** Attributes that a user reads or hears. */
const READ = /\b(?:aria-label|title|label|placeholder|alt|hint|text|confirm)="([^"]*)"/g;
/** Text between tags, without expressions and code. */
const BETWEEN = /(?<!=)>\s*([^<>{}=;()]*?)\s*(?=<|\{)/g;

/** Matches code between two comparison operators, which looks like text between tags. */
const CODE = /\s[?:]\s|\?\.|'|\w\.\w/;

/** Returns the words in the markup that aren't in the text files. */
function literalsOf(source: string): string[] {
  const markup = source.slice(Math.max(0, source.indexOf('return')));
  const found = [...markup.matchAll(READ), ...markup.matchAll(BETWEEN)].map(
    ([, text = '']) => text,
  );
  return found
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}{2}/u.test(text) && !CODE.test(text))
    .filter((text) =>
      ALLOWED.every((known) => (typeof known === 'string' ? known !== text : !known.test(text))),
    );
}

describe('texts that a user reads', () => {
  it.each(FILES)('finds no hard-coded user-facing text in %s', (file) => {
    expect(literalsOf(readFileSync(`${ROOT}${file}`, 'utf8'))).toEqual([]);
  });

  it('finds attribute and element texts in a page’s code', () => {
    const source = 'return (<p title="Hello there">Some words {count} <b>more</b></p>);';
    expect(literalsOf(source)).toEqual(['Hello there', 'Some words', 'more']);
  });
});
