import { accessSync, constants, statSync } from 'node:fs';

export const MAX_SETTINGS_FILE_BYTES = 1_048_576;

/**
 * Returns why the file of a setting can't be read: the system's code or a phrase; undefined for a
 * readable file. Rejects a device such as `/dev/zero`, which could be read without end.
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
