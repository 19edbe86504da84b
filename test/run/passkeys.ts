import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../helpers/authenticator-extension', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../.output/simulated-passkeys', import.meta.url));

/** Passkeys of the browser that `npm start` opens: simulated ones, or those of the computer. */
export type Passkeys = 'simulated' | 'real';

/** Reads the arguments of `npm start`. Throws an `Error` that names an unknown one. */
export function readPasskeys(args: readonly string[]): Passkeys {
  const unknown = args.find((arg) => arg !== '--real-passkeys');
  if (unknown !== undefined)
    throw new Error(`unknown argument "${unknown}"; allowed: --real-passkeys`);
  return args.length === 0 ? 'simulated' : 'real';
}

/**
 * Makes the extension that answers each passkey prompt of the browser, with PRF and without a
 * question, and keeps its passkeys in the browser's profile. Returns its folder.
 *
 * Chromium's own virtual authenticator doesn't serve here: each window has another one, so that no
 * window could use the passkey that an earlier one made.
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
