import { CondorError } from '../../shared/errors.ts';

/**
 * A database that can't be opened or migrated. The message names the setting and the system's error
 * code, never the URL, which may contain a password.
 */
export function databaseUnusable(cause: unknown): CondorError {
  if (cause instanceof CondorError) return cause;
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : 'unknown';
  return new CondorError(
    'DATABASE_UNUSABLE',
    `the database that DATABASE_URL names cannot be used (${code})`,
    { cause },
  );
}
