import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Classes that name a side of the screen. `ms-`, `ps-` and `text-start` follow the language. */
const SIDES =
  /(?<![\w-])-?(?:(?:ml|mr|pl|pr|left|right)-(?:[\d[]|auto)|(?:text|border|rounded)-(?:left|right|[lr])(?![\w]))[\w./[\]-]*/g;

it('no screen has a class that names the left or right side instead of following the language’s direction', () => {
  const found = globSync('components/**/*.tsx', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(SIDES)].map(([name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
