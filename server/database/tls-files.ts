import { CondorError } from '../../shared/errors.ts';
import { settingsFileProblem } from '../settings-file.ts';

/**
 * Checks the files that a `postgres://` address names, because the driver reports a missing file in
 * the same way as a socket that doesn't exist yet.
 * @throws CondorError database-unusable
 */
export function ensureTlsFiles(url: string): void {
  const { searchParams } = new URL(url);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    // The driver ignores a parameter without a value.
    const file = searchParams.getAll(name).at(-1) || undefined;
    const problem = file === undefined ? undefined : settingsFileProblem(file);
    if (problem === undefined) continue;
    throw new CondorError(
      'database-unusable',
      `DATABASE_URL names a file as ${name} that cannot be read: ${file} (${problem})`,
    );
  }
}
