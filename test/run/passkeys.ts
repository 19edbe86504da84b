import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Build } from './extension.ts';

const SOURCE = fileURLToPath(new URL('../helpers/authenticator-extension', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../.output/simulated-passkeys', import.meta.url));

/** Passkeys of the browser that `npm start` opens: simulated, or the computer's. */
export type Passkeys = 'simulated' | 'real';

/** Build of the extension for each kind of passkeys. */
export const BUILD_FOR: Readonly<Record<Passkeys, Build>> = {
  simulated: 'simulated-passkeys',
  real: 'devnet',
};

/**
 * Creates the extension that answers each passkey prompt without asking, supports PRF, and stores
 * its passkeys in the browser's profile. Returns the extension's folder. Chromium's virtual
 * authenticators aren't suitable, because each window has a separate authenticator that doesn't
 * know passkeys of other windows.
 */
export async function simulatedPasskeys(): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  await cp(SOURCE, FOLDER, { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: 'Simulated passkeys (development only)',
    version: '1',
    permissions: ['webAuthenticationProxy', 'storage'],
    background: { service_worker: 'authenticator.js', type: 'module' },
  };
  await writeFile(join(FOLDER, 'manifest.json'), JSON.stringify(manifest));
  return FOLDER;
}
