import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const STORE = new URL('../../entrypoints/store/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, STORE), 'utf8');

function section(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  return (after.split('\n## ')[0] ?? '').trim();
}

it.each(['chrome', 'firefox'])(
  'the store documents give a reason for each permission in the manifest for %s',
  (browser) => {
    const manifest = JSON.parse(
      readFileSync(new URL(`manifests/${browser}.json`, import.meta.url), 'utf8'),
    );
    const reasons = section(read('README.md'), 'Permissions');
    const permissions: string[] = [
      ...manifest.permissions,
      ...manifest.host_permissions,
      ...manifest.optional_permissions,
      ...manifest.optional_host_permissions,
    ];
    expect(permissions.length).toBeGreaterThan(8);
    expect(permissions.filter((permission) => !reasons.includes(`\`${permission}\``))).toEqual([]);
  },
);

it.each([
  ['listing.en.md', 'Summary', 'Description'],
  ['listing.de.md', 'Zusammenfassung', 'Beschreibung'],
])(
  'the summary and the description in %s fit into the stores’ fields',
  (file, summary, description) => {
    const text = read(file);
    // The Chrome Web Store allows 132 characters. addons.mozilla.org allows 250.
    expect(section(text, summary).length).toBeGreaterThan(40);
    expect(section(text, summary).length).toBeLessThanOrEqual(132);
    expect(section(text, description).length).toBeGreaterThan(500);
    expect(section(text, description).length).toBeLessThanOrEqual(16_000);
  },
);

it('the store listing includes one to five pictures of 1280 × 800 pixels', () => {
  const names = readdirSync(new URL('pictures/', STORE));
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(5);
  for (const name of names) {
    const png = readFileSync(new URL(`pictures/${name}`, STORE));
    // Width and height follow the name of a PNG's first chunk.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], name).toEqual([1280, 800]);
  }
});
