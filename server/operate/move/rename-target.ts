import { CondorError } from '../../../shared/errors.ts';
import { databaseUnusable } from '../../database/unusable.ts';

/** Throws an error that names the target instead of `DATABASE_URL`, which is the source. */
export function renameTarget(cause: unknown): never {
  const error = databaseUnusable(cause);
  if (error.code !== 'database-unusable') throw error;
  const message = error.message.replace('DATABASE_URL names', 'the command names');
  throw new CondorError('database-unusable', message, { cause });
}
