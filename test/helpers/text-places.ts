import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const MANIFEST = 'wxt.config.ts';

/** A file that shows a text, with the first sentence of its main docstring. */
export interface TextPlace {
  readonly file: string;
  readonly purpose: string;
}

/** A key in quotes, or of the manifest, such as `__MSG_manifest_name__`. */
const KEY = /(['"`])((?:\w+\.)+\w+)\1|__MSG_(\w+?)__/g;
/** A docstring, with the export that follows it. */
const DOCSTRING = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:async )?(?:function|const)/;

/** Returns the places of every text key, such as `orders.buy`, by searching the sources. */
export function textPlaces(): ReadonlyMap<string, readonly TextPlace[]> {
  const places = new Map<string, TextPlace[]>();
  const files = globSync(['{components,entrypoints,shared}/**/*.{ts,tsx}', MANIFEST], {
    cwd: ROOT,
  });
  for (const file of files.sort()) {
    const source = readFileSync(`${ROOT}${file}`, 'utf8');
    const purpose = file === MANIFEST ? 'Shown by browsers and stores.' : purposeOf(source);
    const keys = [...source.matchAll(KEY)].map(
      ([, , key, ofManifest = '']) => key ?? ofManifest.replaceAll('_', '.'),
    );
    for (const key of new Set(keys)) {
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
