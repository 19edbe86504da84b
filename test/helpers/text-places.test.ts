import { expect, it } from 'vitest';
import { textPlaces } from './text-places.ts';
import { textsOf } from './texts.ts';

it('finds the code that shows each text', () => {
  const known = new Set([...textPlaces().keys()].map((key) => key.replaceAll('.', '_')));
  expect(Object.keys(textsOf('en')).filter((key) => !known.has(key))).toEqual([]);
});

it('takes the docstring right before an export as the purpose, not an earlier one', () => {
  const places = textPlaces().get('approvals.readFirst') ?? [];
  expect(places.map(({ purpose }) => purpose)).toEqual([
    'Parts of every approval: the requester, the content, and the two buttons.',
  ]);
});
