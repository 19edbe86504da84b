import { expect, it } from 'vitest';
import { textPlaces } from '../helpers/text-places.ts';
import { textsOf } from '../helpers/texts.ts';

it('every text outside the manifest is used by code whose purpose is described', () => {
  const keys = Object.keys(textsOf('en'));
  const places = textPlaces(keys);
  const unknown = keys.filter(
    (key) =>
      !key.startsWith('manifest_') && !places.get(key)?.some(({ purpose }) => purpose !== ''),
  );
  expect(unknown).toEqual([]);
});
