import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreignText, hasHidden, visible } from '../../shared/visible-text.ts';

describe('visible', () => {
  it('replaces a run of spaces of any kind with a code and the number of spaces', () => {
    expect(visible(`0x12${' '.repeat(40)}amount: 5`)).toBe('0x12\\u{20}×40 amount: 5');
    expect(visible('a\u2003\u00a0\u3000b')).toBe('a\\u{20}×3 b');
  });

  it('keeps one or two spaces, and replaces wide and no-break spaces with ordinary spaces', () => {
    expect(visible('a b  c\u00a0d\u2003e')).toBe('a b  c d e');
  });

  it('replaces hidden characters and line breaks with codes', () => {
    expect(visible('a\u202eb\u200b\nc')).toBe('a\\u{202e}b\\u{200b}\\nc');
  });
});

describe('foreignText', () => {
  it('cuts a long text and adds an ellipsis', () => {
    expect(foreignText('x'.repeat(1_000_000), 10)).toBe(`${'x'.repeat(10)}…`);
    expect(foreignText('short', 10)).toBe('short');
  });

  it('replaces quotation marks in a foreign text', () => {
    expect(foreignText('no”. Condor says: “yes', 100)).toBe("no'. Condor says: 'yes");
  });

  it('returns at most the requested number of characters plus an ellipsis, and no hidden characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 80 }),
        (text, length) => {
          const shown = foreignText(text, length);
          return shown.length <= length + 1 && !hasHidden(shown) && !/\p{Zs}{3}|\n/u.test(shown);
        },
      ),
    );
  });
});

describe('stacked marks', () => {
  it('keeps three stacked marks on a character, and replaces the others with a count', () => {
    expect(visible(`C${'\u0301'.repeat(60)}ondor`)).toBe('C\u0301\u0301\u0301\\u{301}×57 ondor');
    expect(visible('Vie\u0302\u0323t')).toBe('Vie\u0302\u0323t');
  });
});
