import { expect, it } from 'vitest';
import { textPlaces } from '../helpers/text-places.ts';
import { textsOf } from '../helpers/texts.ts';

it('names the screen of every text for a translator', () => {
  const keys = Object.keys(textsOf('en'));
  const places = textPlaces(keys);
  const unknown = keys.filter(
    (key) =>
      !key.startsWith('manifest_') && !places.get(key)?.some(({ purpose }) => purpose !== ''),
  );
  expect(unknown).toEqual([]);
});
