import type { Kysely, Transaction } from 'kysely';
import type { OpenDatabase } from './open.ts';
import { retryTransient } from './retry-transient.ts';
import { commitError, type StorageError, storageError } from './storage-error.ts';

/**
 * Returned by the work of a transaction to roll the transaction back. `result` is returned to the
 * caller.
 */
export class Undo<T> {
  readonly result: T;
  constructor(result: T) {
    this.result = result;
  }
}

type Work<Tables, T> = (transaction: Transaction<Tables>) => Promise<T | Undo<T>>;

export interface Transactions<Tables> {
  /**
   * Runs queries that only read. When the promise resolves, the data that the queries read is on
   * disk.
   * @throws StorageError
   */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Like `read`, for data that a power failure may lose; doesn't wait for the disk.
   * @throws StorageError
   */
  readVolatile<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Runs queries in one transaction, which is on disk when the promise resolves. May run the
   * queries again while another process locks SQLite.
   * @throws StorageError
   */
  write<T>(work: Work<Tables, T>): Promise<T>;
  /**
   * Like `write`, for data that a power failure may lose; doesn't wait for the disk.
   * @throws StorageError
   */
  writeVolatile<T>(work: Work<Tables, T>): Promise<T>;
}

/**
 * Creates the functions that run a service's queries. Waiting for another process's lock doesn't
 * block the event loop. `onFlushed` gets the milliseconds that each commit needed to become
 * durable.
 */
export function createTransactions<Tables>(
  { db, flush }: Pick<OpenDatabase<Tables>, 'db' | 'flush'>,
  onFlushed: (milliseconds: number) => void = () => undefined,
): Transactions<Tables> {
  /** Writes that may be committed but aren't flushed yet. Reads may have seen their data. */
  const unflushed = new Set<Promise<unknown>>();
  /** First failure of a flush. After it, the state on disk is unknown. */
  let failure: StorageError | undefined;

  async function once<T>(work: Work<Tables, T>): Promise<T> {
    const transaction = await db.startTransaction().execute();
    try {
      const result = await work(transaction);
      if (result instanceof Undo) {
        await transaction.rollback().execute();
        return result.result;
      }
      const begun = performance.now();
      await transaction
        .commit()
        .execute()
        .catch((cause: unknown) => {
          throw commitError(cause);
        });
      if (flush === undefined) onFlushed(performance.now() - begun);
      return result;
    } catch (error) {
      // A failed rollback is ignored: it fails when the connection is broken.
      if (!transaction.isCommitted && !transaction.isRolledBack)
        await transaction
          .rollback()
          .execute()
          .catch(() => undefined);
      throw error;
    }
  }

  const readVolatile = <T>(work: (db: Kysely<Tables>) => Promise<T>) =>
    translated(() => retryTransient(() => work(db)));
  const writeVolatile = <T>(work: Work<Tables, T>) =>
    translated(() => retryTransient(() => once(work)));

  async function writeFlushed<T>(work: Work<Tables, T>, flush: () => Promise<void>): Promise<T> {
    const writing = writeVolatile(work).then(async (result) => {
      try {
        const begun = performance.now();
        await flush();
        onFlushed(performance.now() - begun);
      } catch (cause) {
        failure ??= storageError(cause);
        throw failure;
      }
      return result;
    });
    unflushed.add(writing);
    try {
      return await writing;
    } finally {
      unflushed.delete(writing);
    }
  }

  return {
    async read(work) {
      const result = await readVolatile(work);
      if (unflushed.size > 0) await Promise.allSettled(unflushed);
      if (failure !== undefined) throw failure;
      return result;
    },
    write: (work) => (flush === undefined ? writeVolatile(work) : writeFlushed(work, flush)),
    readVolatile,
    writeVolatile,
  };
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw storageError(cause);
  }
}
