import { describe, expect, it } from 'vitest';
import { readCode, readStrings } from './helpers/read-prose.ts';
import { CHECKED_FOLDERS, CHECKED_LANGUAGES, PROSE_RULES } from './prose-rules.ts';

const prose = [...readCode(CHECKED_FOLDERS), ...CHECKED_LANGUAGES.flatMap(readStrings)];

describe('comments, test titles and the strings of the screens', () => {
  it.each(PROSE_RULES)('finds no $pattern: $instead', ({ pattern, only }) => {
    const found = prose.filter(
      (piece) => (only === undefined || piece.kind === only) && pattern.test(piece.text),
    );
    expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });
});

describe('the rules', () => {
  it.each(PROSE_RULES)('finds the examples of $pattern', ({ pattern, finds, ignores = [] }) => {
    expect(finds.filter((text) => !pattern.test(text))).toEqual([]);
    expect(ignores.filter((text) => pattern.test(text))).toEqual([]);
  });

  it('checks more than 8,000 pieces of prose', () => {
    expect(prose.length).toBeGreaterThan(8000);
  });
});
