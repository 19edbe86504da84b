import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extensionIdOf } from './browser.ts';

const SOURCE = fileURLToPath(new URL('second-wallet-extension', import.meta.url));

/**
 * Copies the second wallet so that its scripts run before or after the scripts of the extension
 * `otherId`. Chromium runs extensions in the order of their ids. It derives each id from the
 * manifest's key.
 */
export async function makeSecondWallet(
  order: 'before' | 'after',
  otherId: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'second-wallet-'));
  await cp(SOURCE, path, { recursive: true });
  const manifestPath = join(path, 'manifest.json');
  const manifest: object = JSON.parse(await readFile(manifestPath, 'utf8'));
  for (let count = 0; ; count += 1) {
    const key = createHash('sha512').update(String(count)).digest('base64');
    await writeFile(manifestPath, JSON.stringify({ ...manifest, key }));
    const id = await extensionIdOf(path);
    if (id !== undefined && id < otherId === (order === 'before')) break;
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
