import { accessSync, constants, statSync } from 'node:fs';

/** Maximum bytes of a file that a setting names. */
export const MAX_SETTINGS_FILE_BYTES = 1_048_576;

/**
 * Returns why a file that a setting names can't be read, as the system's code or a phrase;
 * undefined if it can. Rejects a device such as `/dev/zero`, which could be read without end.
 */
export function settingsFileProblem(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK);
    const found = statSync(file);
    if (found.isDirectory()) return 'EISDIR';
    if (!found.isFile()) return 'not a regular file';
    return found.size > MAX_SETTINGS_FILE_BYTES ? 'larger than 1 MiB' : undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}
