import type Database from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import type { SqliteHandle } from './sqlite.ts';

const KEPT = 200;

/**
 * Wraps a handle so that each statement text is prepared once. Kysely prepares at every query, and
 * SQLite uses megabytes for a statement with thousands of values, of which the garbage collector
 * doesn't know.
 */
export function withStatementCache(handle: SqliteHandle): SqliteDatabase {
  const statements = new Map<string, Database.Statement>();
  return {
    close: () => void handle.close(),
    prepare(sql) {
      const known = statements.get(sql);
      const statement = known ?? handle.prepare(sql);
      // Re-inserting at each use keeps the least recently used entry first.
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
