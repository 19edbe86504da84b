import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { codesIn, usedKeys } from './text-keys.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const MANIFEST = 'wxt.config.ts';

/** A file that shows a text, with the first sentence of the file's main docstring. */
export interface TextPlace {
  readonly file: string;
  readonly purpose: string;
}

/** Matches a docstring and the export that follows it. */
const DOCSTRING = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:async )?(?:function|const)/;

/** Finds the files that show each text. Texts are identified by flat keys, such as `orders_buy`. */
export function textPlaces(keys: readonly string[]): ReadonlyMap<string, readonly TextPlace[]> {
  const places = new Map<string, TextPlace[]>();
  const files = globSync(['{components,entrypoints,shared}/**/*.{ts,tsx}', MANIFEST], {
    cwd: ROOT,
  });
  const sources = files
    .sort()
    .map((file) => ({ file, source: readFileSync(`${ROOT}${file}`, 'utf8') }));
  const codes = codesIn(sources.map(({ source }) => source));
  for (const { file, source } of sources) {
    const purpose = file === MANIFEST ? 'Shown by browsers and stores.' : purposeOf(source);
    for (const key of usedKeys(source, keys, codes)) {
      const known = places.get(key) ?? [];
      places.set(key, [...known, { file, purpose }]);
    }
  }
  return places;
}

function purposeOf(source: string): string {
  const text = DOCSTRING.exec(source)?.[1] ?? '';
  const words = text.replaceAll(/\s*\n\s*\* ?/g, ' ').trim();
  return words.split(/(?<=\.) /)[0] ?? '';
}
