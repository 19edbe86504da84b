import { expect, it } from 'vitest';
import { textPlaces } from './text-places.ts';
import { textsOf } from './texts.ts';

it('finds the code that shows each text', () => {
  const keys = Object.keys(textsOf('en'));
  const places = textPlaces(keys);
  expect(keys.filter((key) => !places.has(key))).toEqual([]);
});

it('uses only the docstring directly before an export as the export’s purpose', () => {
  const places = textPlaces(['approvals_readFirst']).get('approvals_readFirst') ?? [];
  expect(places.map(({ purpose }) => purpose)).toEqual([
    "Returns the user's acknowledgements, and the steps that remain before Confirm works.",
  ]);
});
