import { describe, expect, it } from 'vitest';
import { textsOf } from '../helpers/texts.ts';

const english = textsOf('en');
const german = textsOf('de');

function valuesOf(text: string): string[] {
  return [...text.matchAll(/\{\w+\}|\$\d/g)].map(([value]) => value).sort();
}

describe('the texts', () => {
  it('every English text has a German text, and no other German text exists', () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  });

  it('no English or German text is empty', () => {
    const empty = [...Object.entries(english), ...Object.entries(german)].filter(
      ([, text]) => text.trim() === '',
    );
    expect(empty).toEqual([]);
  });

  it.each([english, german])(
    'the title of the screen that deletes data contains the word that the user types',
    (texts) => {
      expect(texts.forget_title?.toLowerCase()).toContain(texts.forget_word);
    },
  );

  it.each(Object.keys(english))(
    'the English and the German text have the same placeholders: %s',
    (key) => {
      expect([...new Set(valuesOf(german[key] ?? ''))]).toEqual([
        ...new Set(valuesOf(english[key] ?? '')),
      ]);
    },
  );
});
