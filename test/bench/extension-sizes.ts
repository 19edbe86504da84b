import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { EXTENSION_PATH } from '../run/extension.ts';

export interface BuildSize {
  readonly metric: string;
  readonly kB: number;
  readonly limit: number;
}

/**
 * Returns the sizes of the build: the worker, the popup's files before its first paint, and
 * everything.
 */
export async function extensionSizes(): Promise<readonly BuildSize[]> {
  const read = (name: string) => readFile(join(EXTENSION_PATH, name));
  const html = String(await read('popup.html'));
  const names = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name]) => name ?? '');
  const first = await Promise.all(names.map(read));
  const entries = await readdir(EXTENSION_PATH, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFile(join(parentPath, name))),
  );
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0) / 1000;
  return [
    { metric: 'worker bundle', kB: sum([(await read('background.js')).length]), limit: 650 },
    { metric: 'popup, first load', kB: sum(first.map(({ length }) => length)), limit: 350 },
    {
      metric: 'packed extension',
      // A zip file needs about 150 bytes for each name.
      kB: sum(files.map((bytes) => deflateRawSync(bytes).length + 150)),
      limit: 1000,
    },
  ];
}
