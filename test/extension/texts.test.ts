import { describe, expect, it } from 'vitest';
import { textsOf } from '../helpers/texts.ts';

const english = textsOf('en');
const german = textsOf('de');

function valuesOf(text: string): string[] {
  return [...text.matchAll(/\{\w+\}|\$\d/g)].map(([value]) => value).sort();
}

describe('the texts', () => {
  it('has a German text for every English text, and no other German text', () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  });

  it('finds no empty text', () => {
    const empty = [...Object.entries(english), ...Object.entries(german)].filter(
      ([, text]) => text.trim() === '',
    );
    expect(empty).toEqual([]);
  });

  it.each([english, german])(
    'the word to type before data is deleted is part of the screen’s title',
    (texts) => {
      expect(texts.forget_title?.toLowerCase()).toContain(texts.forget_word);
    },
  );

  it.each(Object.keys(english))('finds the same placeholders in both languages: %s', (key) => {
    expect([...new Set(valuesOf(german[key] ?? ''))]).toEqual([
      ...new Set(valuesOf(english[key] ?? '')),
    ]);
  });
});
