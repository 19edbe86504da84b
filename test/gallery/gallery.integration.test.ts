import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXTENSION_PATH } from '../run/extension.ts';
import { eachEntry } from './pictures.ts';
import { type Gallery, startGallery } from './server.ts';

const SCREENS = fileURLToPath(new URL('../../components/screens/', import.meta.url));
const ENTRIES = fileURLToPath(new URL('entries/', import.meta.url));

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery(0);
});
afterAll(() => gallery?.server.close());

it('the gallery draws all of its screens without an error, and each screen has its own name', async () => {
  const names: string[] = [];
  const problems = await eachEntry(gallery.url, async (_, name) => void names.push(name));
  expect(problems).toEqual([]);
  expect(names.length).toBeGreaterThan(100);
  expect(names).toEqual([...new Set(names)]);
});

it('the gallery uses at least one screen from every folder of screens, except for the listed folders', () => {
  const entries = readdirSync(ENTRIES).map((name) => readFileSync(`${ENTRIES}${name}`, 'utf8'));
  // Folders whose screens appear in the entries of other folders.
  const inside = ['trade/alerts', 'wallet/smart-accounts', 'vault/unlock'];
  const folders = readdirSync(SCREENS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map(({ parentPath }) => relative(SCREENS, parentPath));
  const missing = [...new Set(folders)].filter(
    (folder) =>
      !inside.includes(folder) &&
      !entries.some((text) => text.includes(`/components/screens/${folder}/`)),
  );
  expect(missing).toEqual([]);
});

it('the published extension contains no part of the gallery or its samples', () => {
  const files = readdirSync(EXTENSION_PATH, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.(?:js|html|css)$/.test(file.name))
    .map((file) => `${file.parentPath}/${file.name}`);
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect(readFileSync(file, 'latin1'), file).not.toMatch(/gallery|app\.example|test test test/i);
});
