import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');

const configs = globSync('tsconfig*.json', { cwd: ROOT });
const processes = configs.filter((file) => file !== 'tsconfig.json');

/** Returns the folders that a configuration includes, but not generated types. */
function foldersOf(file: string): string[] {
  const list = /"include": \[([^\]]*)\]/.exec(read(file))?.[1] ?? '';
  return [...list.matchAll(/"(\w[^"]*)"/g)].map(([, folder = '']) => `${folder}/`);
}

describe('the compiler’s configurations', () => {
  it('checks every source file in exactly one configuration', () => {
    const sources = globSync('{shared,server,components,entrypoints}/**/*.{ts,tsx}', { cwd: ROOT });
    const includes = processes.flatMap(foldersOf);
    const strays = sources.filter(
      (path) => includes.filter((folder) => path.startsWith(folder)).length !== 1,
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(strays).toEqual([]);
  });

  it('the type check includes every configuration', () => {
    const { scripts } = JSON.parse(read('package.json'));
    expect(scripts.check).toContain('npm run --silent types');
    for (const file of configs) expect(`${scripts.types} `).toContain(`-p ${file} `);
  });

  it('keeps each process’s configuration free of the other processes’ libraries', () => {
    const settings = (name: string) => read(`tsconfig.${name}.json`);
    for (const name of ['shared', 'server', 'worker']) expect(settings(name)).not.toMatch(/"DOM/);
    for (const name of ['shared', 'worker', 'page']) expect(settings(name)).not.toContain('"node"');
    expect(settings('shared')).not.toContain('"WebWorker');
  });
});
