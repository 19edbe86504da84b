import { CondorError } from '../../shared/errors.ts';
import type { Cached } from './read-cache.ts';
import type { Script, Undo } from './script.ts';

/** Why storage gave no answer: `BUSY` may pass, `CONFLICT` lost a race, `BROKEN` needs a person. */
export class StorageError extends CondorError<
  'STORAGE_BUSY' | 'STORAGE_CONFLICT' | 'STORAGE_BROKEN'
> {}

/** Runs scripts on one engine. Every call ends within a few seconds, by an answer or an error. */
export interface SqlDriver {
  /**
   * Runs a script that only reads. It sees every write that this process has finished. With `cached`
   * an engine that knows of everybody's changes may give what an earlier read put there.
   */
  read<T>(script: () => Script<T>, cached?: Cached<T>): Promise<T>;
  /**
   * The same, but it may see what is not on disk yet: for a caller whose answer waits for a durable
   * write or a flush that comes after it.
   */
  readUnsettled<T>(script: () => Script<T>, cached?: Cached<T>): Promise<T>;
  /**
   * Runs a script all or not at all; `Undo` takes back what it did. When the promise resolves it is
   * committed, a `durable` one on disk, while another may still be lost with the machine's power.
   * The script may be run again from its start, so it must have no effect but its statements.
   * `written` is called before any read of this process can see what the script has changed: there
   * the writer drops that from caches.
   */
  write<T>(
    script: () => Script<T | Undo<T>>,
    durability: 'durable' | 'volatile',
    written?: (result: T) => void,
  ): Promise<T>;
  /** Resolves when everything written so far is on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
