import { execFile } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Ids of `nobody`, a user that exists on every Unix. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Ids of an unprivileged user. Empty if the tests already run without root. */
export const UNPRIVILEGED: { uid?: number; gid?: number } = process.getuid?.() === 0 ? NOBODY : {};

/** Creates a temporary folder that every user may enter. */
export function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  chmodSync(folder, 0o755);
  return folder;
}

/** Makes the user without rights the owner of a file or an empty folder. */
export function giveToUnprivileged(path: string): void {
  if (UNPRIVILEGED.uid !== undefined) chownSync(path, NOBODY.uid, NOBODY.gid);
}

/** Copies this Node to a folder that every user may enter. Returns the copy's path. */
export function copyNode(folder: string): string {
  const node = join(folder, 'node');
  mkdirSync(folder, { recursive: true });
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  return node;
}

/** Returns npm's environment for the unprivileged user, with the current user's registry. */
export async function npmEnvironment(node: string, home: string): Promise<NodeJS.ProcessEnv> {
  const setting = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim();
  const [registry, cafile] = [await setting('registry'), await setting('cafile')];
  return {
    ...process.env,
    PATH: [dirname(node), process.env.PATH ?? ''].join(delimiter),
    HOME: home,
    npm_config_registry: registry,
    ...(cafile === 'null' ? {} : { npm_config_cafile: cafile }),
    npm_config_cache: join(home, '.npm'),
    npm_config_update_notifier: 'false',
  };
}
