import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_LENGTH, textBlocks } from '../../../components/texts/text-blocks.ts';

describe('the blocks of a long text', () => {
  it('splits a text into blocks within the limit, in order, without splitting a code point', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n', ' ', '😀', 'á', 'א'),
    );
    const long = fc
      .tuple(part, fc.integer({ min: 1, max: 9_000 }), part)
      .map(([text, count, end]) => `${text.repeat(count).slice(0, 20_000)}${end}`.toWellFormed());
    fc.assert(
      fc.property(long, (text) => {
        const blocks = textBlocks(text);
        expect(blocks.join('')).toBe(text);
        for (const block of blocks) {
          expect(block.length).toBeLessThanOrEqual(BLOCK_LENGTH);
          expect(block.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('returns one block for a text up to the limit', () => {
    expect(textBlocks('x'.repeat(BLOCK_LENGTH))).toEqual(['x'.repeat(BLOCK_LENGTH)]);
    expect(textBlocks('')).toEqual(['']);
  });

  it.each([
    ['a line', `${'x'.repeat(1_900)}\n${'y'.repeat(500)}`, 1_901],
    ['a word', `${'x'.repeat(1_900)} ${'y'.repeat(500)}`, 1_901],
    ['a character with marks', `${'x'.repeat(1_998)}a\u0301\u0301${'y'.repeat(500)}`, 1_998],
    ['an emoji of several parts', `${'x'.repeat(1_995)}👩🏽‍🚀${'y'.repeat(500)}`, 1_995],
  ])('doesn’t split %s between two text blocks', (_, text, length) => {
    expect(textBlocks(text)[0]).toHaveLength(length);
  });
});
