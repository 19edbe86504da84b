import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Source {
  readonly path: string;
  readonly text: string;
  /** Files of the repository that this file imports, including type-only and dynamic imports. */
  readonly imports: readonly string[];
  readonly packages: readonly string[];
}

/** Every source file of the extension and the servers. */
export const SOURCES = ['shared', 'server', 'components', 'entrypoints'].flatMap(filesIn);

/** Returns the code of a folder and of the folders in it. */
export function filesIn(folder: string): readonly Source[] {
  return readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => read(`${folder}/${name}`));
}

function read(path: string): Source {
  const text = readFileSync(resolve(ROOT, path), 'utf8');
  const names = [
    ...text.matchAll(
      /^(?:import|export)\b[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  const own = names.filter((name) => name.startsWith('.'));
  return {
    path,
    text,
    imports: own.map((name) => relative(ROOT, resolve(ROOT, dirname(path), name))),
    packages: names.filter((name) => !name.startsWith('.')),
  };
}
