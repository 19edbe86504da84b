import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A file that shows a text, with the first sentence of its main docstring. */
export interface TextPlace {
  readonly file: string;
  readonly purpose: string;
}

const KEY = /(['"`])((?:\w+\.)+\w+)\1/g;
/** A docstring, with the export that follows it. */
const DOCSTRING = /\/\*\*([\s\S]*?)\*\/\s*export (?:async )?(?:function|const)/;

/** Returns the places of every text key, such as `orders.buy`, by searching the sources. */
export function textPlaces(): ReadonlyMap<string, readonly TextPlace[]> {
  const places = new Map<string, TextPlace[]>();
  for (const folder of ['components', 'entrypoints', 'shared']) {
    for (const name of readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue;
      const source = readFileSync(`${ROOT}${folder}/${name}`, 'utf8');
      const place = { file: `${folder}/${name}`, purpose: purposeOf(source) };
      for (const key of new Set([...source.matchAll(KEY)].map(([, , found = '']) => found))) {
        const known = places.get(key);
        if (known === undefined) places.set(key, [place]);
        else known.push(place);
      }
    }
  }
  return places;
}

function purposeOf(source: string): string {
  const text = DOCSTRING.exec(source)?.[1] ?? '';
  const words = text.replaceAll(/\s*\n\s*\* ?/g, ' ').trim();
  return words.split(/(?<=\.) /)[0] ?? '';
}
