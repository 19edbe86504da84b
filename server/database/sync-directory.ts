import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes durable which files a directory holds, under which names. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
