import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { parseAs, parseJson } from '../shared/parse.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Returns the packages that these files import at run time, directly or through other files. */
function packagesOf(files: readonly string[]): string[] {
  const queue = [...files];
  const seen = new Set<string>();
  const packages = new Set<string>();
  for (const file of queue) {
    if (seen.has(file)) continue;
    seen.add(file);
    const statements = read(file).matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm);
    for (const [, name = ''] of statements) {
      const own = join(dirname(file), name);
      if (name.startsWith('.') && existsSync(join(ROOT, own))) queue.push(own);
      else if (!name.startsWith('.') && !name.startsWith('node:')) {
        packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
      }
    }
  }
  return [...packages].sort();
}

it('package.json lists as dependencies exactly the packages that the servers load', () => {
  const Manifest = Type.Object({ dependencies: Type.Record(Type.String(), Type.String()) });
  const manifest = parseAs(Manifest, parseJson(read('package.json')));
  expect(Object.keys(manifest?.dependencies ?? {}).sort()).toEqual(
    packagesOf(globSync('server/**/*.ts', { cwd: ROOT })),
  );
});

it('the first numbered version in the changelog is the version of the package', () => {
  const version = /"version": "([^"]+)"/.exec(read('package.json'))?.[1];
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(/^## \[(\d[^\]]*)\]/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

it('the changelog has at most ten entries for each version', () => {
  const [, ...sections] = read('CHANGELOG.md').split(/^## /m);
  const long = sections.filter((section) => section.split(/^- /m).length > 11);
  expect(sections.length).toBeGreaterThan(2);
  expect(long.map((section) => section.split('\n')[0])).toEqual([]);
});
