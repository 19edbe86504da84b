import { describe, expect, it } from 'vitest';
import { SOURCES } from './sources.ts';

const OWNER = 'shared/units.ts';

/**
 * Matches a multiplication or division by a power of ten: `/ 1e8`, `* 1_000_000`, `10 ** decimals`.
 */
const SCALING = /[*/] (?:1e[1-9]\d*|10{0,2}(?:_?000){2,})\b|\b1e[1-9]\d* [*/]|(?<![\w.])10 \*\* /;

/** Returns the lines of code that scale a number, with their line numbers. */
function scalings({ path, text }: { readonly path: string; readonly text: string }): string[] {
  const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)/.test(line);
  return text
    .split('\n')
    .flatMap((line, index) =>
      SCALING.test(line.replace(/\/\/.*$/, '')) && !isComment(line)
        ? [`${path}:${index + 1} ${line.trim()}`]
        : [],
    );
}

describe('amounts', () => {
  it('only units.ts converts amounts', () => {
    expect(SOURCES.filter(({ path }) => path !== OWNER).flatMap(scalings)).toEqual([]);
    expect(SOURCES.filter(({ path }) => path === OWNER).flatMap(scalings)).not.toEqual([]);
  });

  it('detects a number that is scaled by hand, and ignores comments, bigints and small numbers', () => {
    const text = [
      'const dollars = Number(price) / 1e8;',
      'const count = Number(units) / 10 ** decimals;',
      'const millionths = Math.round(count * 1_000_000);',
      ' * floor(price × contracts / 1e8)',
      'work(); // 1e8',
      'const unit = 10n ** 8n;',
      'const most = 1e13;',
      'const noise = Math.abs(end) * 1e-9;',
      "const address = '0x1e8';",
    ].join('\n');
    expect(scalings({ path: 'some.ts', text }).map((found) => found.split(' ')[0])).toEqual([
      'some.ts:1',
      'some.ts:2',
      'some.ts:3',
    ]);
  });
});
