import type Database from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import type { SqliteHandle } from './sqlite.ts';

const KEPT = 200;

/**
 * Wraps a handle so that each statement text is prepared only once. Kysely prepares every query
 * anew, and a prepared statement with thousands of values takes megabytes that the garbage
 * collector doesn't count.
 */
export function withStatementCache(handle: SqliteHandle): SqliteDatabase {
  const statements = new Map<string, Database.Statement>();
  return {
    close: () => void handle.close(),
    prepare(sql) {
      const known = statements.get(sql);
      const statement = known ?? handle.prepare(sql);
      // Deleting and inserting the entry at each use keeps the least recently used entry first.
      if (known !== undefined) statements.delete(sql);
      statements.set(sql, statement);
      if (statements.size > KEPT) {
        const [oldest] = statements.keys();
        if (oldest !== undefined) statements.delete(oldest);
      }
      return {
        reader: statement.reader,
        all: (parameters) => statement.all(parameters),
        run: (parameters) => statement.run(parameters),
        iterate: (parameters) => statement.iterate(parameters),
      };
    },
  };
}
