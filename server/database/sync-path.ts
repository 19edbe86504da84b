import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a file, or a directory with its file names, so that it survives a power failure. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
