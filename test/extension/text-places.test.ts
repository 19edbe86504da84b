import { expect, it } from 'vitest';
import { textPlaces } from '../helpers/text-places.ts';
import { textsOf } from '../helpers/texts.ts';

it('tells a translator for every text which screen shows it', () => {
  const places = textPlaces();
  const shown = new Set(
    [...places].flatMap(([key, files]) =>
      files.some(({ purpose }) => purpose !== '') ? [key.replaceAll('.', '_')] : [],
    ),
  );
  const unknown = Object.keys(textsOf('en')).filter(
    (key) => !key.startsWith('manifest_') && !shown.has(key),
  );
  expect(unknown).toEqual([]);
});
