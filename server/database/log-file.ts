import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { createFlusher } from './flusher.ts';
import { StorageError } from './storage-error.ts';
import { syncPath } from './sync-path.ts';

const sync = promisify(fdatasync);

/** Opens the write-ahead log of a SQLite file, to flush it off the event loop. */
export function openLog(file: string): { flush(): Promise<void>; close(): void } {
  // A new database has no log yet, so the log is created here, readable by this user only, as
  // SQLite does.
  const log = openSync(`${file}-wal`, 'a', 0o600);
  // SQLite syncs the log's directory entry only at the first checkpoint, which is too late.
  syncPath(dirname(file));
  return {
    flush: createFlusher(() => sync(log).catch(failed)).flush,
    close: () => closeSync(log),
  };
}

function failed(cause: unknown): never {
  throw new StorageError('storage-broken', 'the log could not be flushed', { cause });
}
