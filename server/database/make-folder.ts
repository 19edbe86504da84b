import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents, accessible to this user only. Existing folders keep their
 * mode. Node's `recursive` isn't used: it never returns for a path such as `/proc/x`, whose parent
 * exists but takes no folder.
 * @throws the system's error, such as EEXIST for a file of that name
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // Below a file, `stat` fails with ENOTDIR. `mkdir` reports the cause.
    return false;
  }
}
