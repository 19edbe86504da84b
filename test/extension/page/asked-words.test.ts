import { expect, it } from 'vitest';
import { isAnswered, wordsToAsk } from '../../../components/screens/vault/backup/asked-words.ts';

const WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

it('the check of a phrase asks for words at three different places of the phrase, in order', () => {
  for (const random of [() => 0, () => 0.5, () => 0.999]) {
    const asked = wordsToAsk(WORDS, random);
    const places = asked.map(({ place }) => place);
    expect(new Set(places).size).toBe(3);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    for (const { place, word } of asked) expect(WORDS[place - 1]).toBe(word);
  }
});

it('the check of a phrase accepts the requested words in upper or lower case, and no other words', () => {
  const asked = wordsToAsk(WORDS, () => 0);
  expect(isAnswered(asked, ['one', ' Two ', 'THREE'])).toBe(true);
  expect(isAnswered(asked, ['one', 'two', 'four'])).toBe(false);
  expect(isAnswered(asked, ['one', 'two'])).toBe(false);
});
