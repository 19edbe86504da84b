import type Database from 'better-sqlite3';
import type { Flusher } from './flusher.ts';
import type { Cached } from './read-cache.ts';
import { type Script, type Step, Undo } from './script.ts';

/** What a script gave, and what its caller has to wait for before anybody may be told. */
export interface Outcome<T> {
  readonly result: T;
  /** Rejects when the transaction in which it was read or written could not be committed. */
  readonly committed: Promise<void> | undefined;
  /** The flush that makes a durable write last, once that is committed. */
  flush(): Promise<void> | undefined;
}

/** Runs scripts on a connection that nobody else uses. */
export interface SqliteTurns {
  /** @throws SqliteError */
  read<T>(script: () => Script<T>, cached: Cached<T> | undefined): Outcome<T>;
  /** `written` is called when the script has run. @throws SqliteError */
  write<T>(
    script: () => Script<T | Undo<T>>,
    isDurable: boolean,
    written: ((result: T) => void) | undefined,
  ): Outcome<T>;
  /** Commits now what would be at the end of the turn. */
  end(): void;
}

/** The transaction that the writes of one turn share. */
interface SharedWrite {
  readonly end: PromiseWithResolvers<void>;
  isDurable: boolean;
  flush: Promise<void> | undefined;
}

const NO_ROWS: unknown[] = [];
const NOTHING_TO_FLUSH = () => undefined;

/**
 * Scripts of one turn of the event loop share a transaction: to begin and end one costs as much as
 * all that a login reads and writes. Reads share a snapshot; the first write ends it and opens the
 * transaction of the turn, which every later script joins, each write behind a savepoint of its own,
 * so that it can be undone alone. Nobody is told of it before it is committed.
 */
export function createSqliteTurns(handle: Database.Database, flusher: Flusher): SqliteTurns {
  const statements = new Map<string, Database.Statement>();
  const begin = handle.prepare('begin immediate');
  const beginRead = handle.prepare('begin');
  const commit = handle.prepare('commit');
  const rollback = handle.prepare('rollback');
  const savepoint = handle.prepare('savepoint joined');
  const release = handle.prepare('release joined');
  const rollbackJoined = handle.prepare('rollback to joined');
  // Another number after each commit of any connection but this one, in whatever process.
  const foreignChanges = handle.prepare('pragma data_version').pluck();
  let isReading = false;
  let hasLooked = false;
  let shared: SharedWrite | undefined;
  let seenChanges: unknown;
  /** Every cache that holds what was read while `seenChanges` was the number. */
  const filled = new Set<{ clear(): void }>();

  function execute({ sql, values, isSingle }: Step): unknown[] {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = handle.prepare(sql);
      statements.set(sql, statement);
    }
    if (!statement.reader) {
      statement.run(values);
      return NO_ROWS;
    }
    if (!isSingle) return statement.all(values);
    const row = statement.get(values);
    return row === undefined ? NO_ROWS : [row];
  }

  function drive<T>(script: Script<T>): T {
    let next = script.next();
    while (next.done !== true) next = script.next(execute(next.value));
    return next.value;
  }

  function openSnapshot(): void {
    beginRead.run();
    isReading = true;
    setImmediate(endRead);
    try {
      // The number is that of the snapshot, so what is cached from now on is what it gives.
      forgetForeign();
    } catch (error) {
      // Without the number nothing cached may be given: the next read begins anew.
      endRead();
      throw error;
    }
  }

  /** Once in a turn is enough: whatever is read in it is as of one moment. */
  function lookForForeign(): void {
    if (hasLooked) return;
    forgetForeign();
    hasLooked = true;
    setImmediate(() => {
      hasLooked = false;
    });
  }

  function endRead(): void {
    if (!isReading) return;
    isReading = false;
    // Whoever closed the file has ended the snapshot with it.
    if (handle.inTransaction) commit.run();
  }

  function forgetForeign(): void {
    if (filled.size === 0) return;
    const changes = foreignChanges.get();
    if (changes === seenChanges) return;
    seenChanges = changes;
    forgetAll();
  }

  function forgetAll(): void {
    for (const cache of filled) cache.clear();
    filled.clear();
  }

  function openShared(): SharedWrite {
    setImmediate(endShared);
    return { end: Promise.withResolvers(), isDurable: false, flush: undefined };
  }

  function endShared(): void {
    const ending = shared;
    if (ending === undefined) return;
    try {
      commit.run();
    } catch (error) {
      abandon(error);
      return;
    }
    shared = undefined;
    // Asked for in the same turn as the commit, before any read can see it.
    if (ending.isDurable) ending.flush = flusher.flush();
    ending.end.resolve();
  }

  /**
   * Ends whatever is open without a commit, and says why to all who wait for one. Of some errors (a
   * failing disk, no memory) SQLite undoes the whole transaction by itself, even while it reads: then
   * nobody's commit is left, and no script may join any more.
   */
  function abandon(cause: unknown): void {
    const abandoned = shared;
    shared = undefined;
    isReading = false;
    forgetAll();
    abandoned?.end.reject(cause);
    if (handle.inTransaction) rollback.run();
  }

  function readOutcome<T>(result: T): Outcome<T> {
    return { result, committed: shared?.end.promise, flush: NOTHING_TO_FLUSH };
  }

  function undo(joined: SharedWrite | undefined): void {
    if (joined === undefined) {
      rollback.run();
      return;
    }
    rollbackJoined.run();
    release.run();
  }

  function undoFailed(joined: SharedWrite | undefined, cause: unknown): void {
    try {
      if (handle.inTransaction) undo(joined);
      else abandon(cause);
    } catch (error) {
      // What cannot be undone alone must not be committed with the others.
      abandon(error);
    }
  }

  function lookUp<T>(script: () => Script<T>): T {
    try {
      return drive(script());
    } catch (error) {
      if (!handle.inTransaction) abandon(error);
      throw error;
    }
  }

  return {
    read(script, cached) {
      const isOpen = shared !== undefined || isReading;
      if (cached !== undefined) {
        if (!isOpen) lookForForeign();
        const known = cached.cache.get(cached.key);
        if (known !== undefined) return readOutcome(known);
      }
      if (!isOpen) openSnapshot();
      const result = lookUp(script);
      if (cached !== undefined && result !== undefined && result !== null) {
        cached.cache.set(cached.key, result);
        filled.add(cached.cache);
      }
      return readOutcome(result);
    },

    write(script, isDurable, written) {
      endRead();
      const joined = shared;
      (joined === undefined ? begin : savepoint).run();
      try {
        if (joined === undefined) forgetForeign();
        const result = drive(script());
        if (!(result instanceof Undo)) {
          written?.(result);
          if (joined !== undefined) release.run();
          const own = joined ?? openShared();
          shared = own;
          own.isDurable ||= isDurable;
          return { result, committed: own.end.promise, flush: () => own.flush };
        }
        undo(joined);
        if (joined === undefined) {
          const flush = isDurable ? flusher.flush() : undefined;
          return { result: result.value, committed: undefined, flush: () => flush };
        }
        joined.isDurable ||= isDurable;
        return { result: result.value, committed: joined.end.promise, flush: () => joined.flush };
      } catch (error) {
        forgetAll();
        undoFailed(joined, error);
        throw error;
      }
    },

    end() {
      endRead();
      endShared();
    },
  };
}
