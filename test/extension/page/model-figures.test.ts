import { describe, expect, it } from 'vitest';
import {
  deltaText,
  modelText,
  plainPercent,
  shortGreek,
  volatilityText,
} from '../../../components/texts/numbers.ts';
import { inGerman } from '../helpers/languages.ts';

describe('figures of the model', () => {
  it.each([
    [0.456, '+0.46'],
    [-0.3, '−0.30'],
    [0.004, '0.00'],
    [Number.NaN, '—'],
    [1e300, '—'],
  ])('writes a delta of %d as %s', (delta, text) => {
    expect(deltaText(delta)).toBe(text);
  });

  it.each([
    [0.00112345, '+0.00112'],
    [-35.62, '−35.6'],
    [0, '0'],
    [Number.POSITIVE_INFINITY, '—'],
  ])('writes a greek of %d as %s', (value, text) => {
    expect(modelText(value, 3)).toBe(text);
  });

  it.each([
    [0.00012, '0'],
    [0.0063, '+0.006'],
    [0.0096, '+0.01'],
    [0.00996, '+0.01'],
    [-0.0996, '−0.1'],
    [-0.01234, '−0.012'],
    [6.24, '+6.2'],
    [-487, '−490'],
    [Number.NaN, '—'],
  ])('writes a greek of %d in a narrow cell as %s', (value, text) => {
    expect(shortGreek(value)).toBe(text);
  });

  it.each([
    [0.624, '62%'],
    [12, '1,200%'],
    [-1, '—'],
    [1e9, '—'],
  ])('writes a volatility of %d as %s', (value, text) => {
    expect(volatilityText(value)).toBe(text);
  });

  it('writes percentages with the decimal mark of the language', () => {
    expect(plainPercent(8690n)).toBe('86.9%');
    expect(inGerman(() => plainPercent(8690n))).toBe('86,9\u00a0%');
  });
});
