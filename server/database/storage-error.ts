import { DatabaseError } from 'pg';
import { CondorError } from '../../shared/errors.ts';

/** Why storage failed: `BUSY` may pass, `CONFLICT` lost a race, `BROKEN` needs an operator. */
export class StorageError extends CondorError<
  'STORAGE_BUSY' | 'STORAGE_CONFLICT' | 'STORAGE_BROKEN'
> {}

/** PostgreSQL's code when a server that accepts only reads gets a write: a demoted primary. */
const READ_ONLY = '25006';

/** PostgreSQL's codes for a serialization failure and a deadlock. */
const CONFLICTS = new Set(['40001', '40P01']);
/**
 * Timeouts, locks, no free connection, a server that stops, starts or dropped us, and one that
 * accepts only reads until another one has taken over.
 */
const BUSY = new Set(['57014', '55P03', '53300', '57P01', '57P02', '57P03', '25P03', READ_ONLY]);

/** Returns true when a database refused a write because it accepts only reads. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error instanceof DatabaseError && error.code === READ_ONLY) || isReadOnly(error.cause);
}

/** Converts errors of SQLite, PostgreSQL and their drivers. */
export function storageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  if (cause instanceof DatabaseError) {
    const { code = '' } = cause;
    if (CONFLICTS.has(code))
      return new StorageError('STORAGE_CONFLICT', 'a concurrent transaction won', { cause });
    // Class 08: connection errors.
    return BUSY.has(code) || code.startsWith('08')
      ? new StorageError('STORAGE_BUSY', 'PostgreSQL is busy', { cause })
      : new StorageError('STORAGE_BROKEN', 'PostgreSQL refused', { cause });
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code.startsWith('SQLITE_'))
    return /^SQLITE_(BUSY|LOCKED)/.test(code)
      ? new StorageError('STORAGE_BUSY', 'SQLite stayed locked', { cause })
      : new StorageError('STORAGE_BROKEN', 'SQLite failed', { cause });
  // Programming errors. Other plain errors are connections that didn't respond.
  return cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError
    ? new StorageError('STORAGE_BROKEN', 'the stored data cannot be read', { cause })
    : new StorageError('STORAGE_BUSY', 'the database did not respond', { cause });
}
