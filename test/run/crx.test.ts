import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type CrxFile, installCrx } from '../helpers/install-crx.ts';
import { extensionIdOfKey, packCrx } from '../packages/crx.ts';

const zipOf = (name: string) => {
  const manifest = JSON.stringify({ manifest_version: 3, name, version: '1.2.3' });
  return Buffer.from(zipSync({ 'manifest.json': new Uint8Array(Buffer.from(manifest)) }));
};

function signed(zip: Buffer): CrxFile {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { id: extensionIdOfKey(key), version: '1.2.3', content: packCrx(zip, privateKey) };
}

it('Chromium installs a signed CRX3 file under the key’s id, unless the zip inside was replaced', async () => {
  const zip = zipOf('Condor');
  const good = signed(zip);
  const { content, ...rest } = signed(zip);
  const header = content.subarray(0, content.length - zip.length);
  const forged = { ...rest, content: Buffer.concat([header, zipOf('Vulture')]) };
  const installed = await installCrx(forged, good);
  try {
    expect(installed.folderOf(good)).toContain(good.id);
    expect(installed.folderOf(forged)).toBeUndefined();
  } finally {
    installed.remove();
  }
});
