import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a file, or a directory with its new and renamed files, so that it survives a power loss. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
