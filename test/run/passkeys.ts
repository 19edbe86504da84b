import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Build } from './extension.ts';

const SOURCE = fileURLToPath(new URL('../helpers/authenticator-extension', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../.output/simulated-passkeys', import.meta.url));

/** Passkeys of the browser that `npm start` opens: simulated, or the computer's. */
export type Passkeys = 'simulated' | 'real';

/** The build of the extension for each kind of passkeys. */
export const BUILD_FOR: Readonly<Record<Passkeys, Build>> = {
  simulated: 'simulated-passkeys',
  real: 'devnet',
};

/**
 * Creates the extension that answers each passkey prompt of the browser, with PRF and without a
 * question, and keeps its passkeys in the browser's profile. Returns its folder.
 * Chromium's own virtual authenticator isn't suitable: each window has a separate one, so no window
 * could use a passkey from an earlier one.
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
