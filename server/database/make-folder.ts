import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents, accessible to this user only. Existing folders keep
 * their mode. Node's `recursive` isn't used, because it loops forever for a path such as `/proc/x`,
 * where no folder can be created.
 * @throws the system's error, such as EEXIST for a file of that name
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // There is no error if another process has created the folder in the meantime.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // If a parent is a file, `stat` fails with ENOTDIR; `mkdir` then reports the error.
    return false;
  }
}
