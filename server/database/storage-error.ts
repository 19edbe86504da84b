import { DatabaseError } from 'pg';
import { CondorError } from '../../shared/errors.ts';

/**
 * A failure of storage. `storage-busy` is temporary, `storage-conflict` means a lost race,
 * `storage-broken` needs an operator. After these three errors, the transaction isn't stored. After
 * `storage-unknown`, only a read shows whether the transaction is stored, so don't simply repeat
 * the transaction.
 */
export class StorageError extends CondorError<
  'storage-busy' | 'storage-conflict' | 'storage-broken' | 'storage-unknown'
> {}

/** PostgreSQL's code for a write to a server that accepts only reads, such as a demoted primary. */
const READ_ONLY = '25006';

/** PostgreSQL's codes for a serialization failure and a deadlock. */
const CONFLICTS = new Set(['40001', '40P01']);
/**
 * Codes for timeouts, locks, a lack of free connections, a server that stops, starts or closed the
 * connection, and a server that accepts only reads until another server takes over.
 */
const BUSY = new Set(['57014', '55P03', '53300', '57P01', '57P02', '57P03', '25P03', READ_ONLY]);

/** Returns true when a database refused a write because the server accepts only reads. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error instanceof DatabaseError && error.code === READ_ONLY) || isReadOnly(error.cause);
}

/** PostgreSQL's codes for a session that ended, perhaps after a commit. */
const ENDED = new Set(['57P01', '57P02', '57P03', '58030']);

/**
 * Converts an error of COMMIT. If the connection ended or didn't respond, the transaction may be
 * committed. After any other database error, the transaction isn't committed.
 */
export function commitError(cause: unknown): unknown {
  const isRefusal =
    cause instanceof DatabaseError
      ? !ENDED.has(cause.code ?? '') && !cause.code?.startsWith('08')
      : codeOf(cause).startsWith('SQLITE_');
  return isRefusal
    ? cause
    : new StorageError('storage-unknown', 'the database may have committed', { cause });
}

/** Converts errors of SQLite, PostgreSQL and their drivers. */
export function storageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  if (cause instanceof DatabaseError) {
    const { code = '' } = cause;
    if (CONFLICTS.has(code))
      return new StorageError('storage-conflict', 'a concurrent transaction won', { cause });
    // Class 08: connection errors.
    return BUSY.has(code) || code.startsWith('08')
      ? new StorageError('storage-busy', 'PostgreSQL is busy', { cause })
      : new StorageError('storage-broken', 'PostgreSQL refused', { cause });
  }
  const code = codeOf(cause);
  if (code.startsWith('SQLITE_'))
    return /^SQLITE_(BUSY|LOCKED)/.test(code)
      ? new StorageError('storage-busy', 'SQLite stayed locked', { cause })
      : new StorageError('storage-broken', 'SQLite failed', { cause });
  // These errors are bugs. All other errors without a code are connections that didn't respond.
  return cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError
    ? new StorageError('storage-broken', 'the stored data cannot be read', { cause })
    : new StorageError('storage-busy', 'the database did not respond', { cause });
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
