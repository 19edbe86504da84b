import { accessSync, constants, statSync } from 'node:fs';
import { CondorError } from '../../shared/errors.ts';

/**
 * Checks the files that a `postgres://` address names, because the driver's error for a missing one
 * is the same as for a socket that isn't there yet.
 * @throws CondorError DATABASE_UNUSABLE
 */
export function requireTlsFiles(url: string): void {
  const { searchParams } = new URL(url);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    // The driver ignores an empty one.
    const file = searchParams.getAll(name).at(-1) || undefined;
    const problem = file === undefined ? undefined : problemOf(file);
    if (problem === undefined) continue;
    throw new CondorError(
      'DATABASE_UNUSABLE',
      `DATABASE_URL names a file as ${name} that cannot be read: ${file} (${problem})`,
    );
  }
}

/** Returns the system's code for a file that can't be read; undefined if it can. */
function problemOf(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isDirectory() ? 'EISDIR' : undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}
