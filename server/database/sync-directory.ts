import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a directory, so that new and renamed files survive a power loss. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
