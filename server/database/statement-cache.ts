import type Database from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import type { SqliteHandle } from './sqlite.ts';

const KEPT = 200;

/**
 * A handle that prepares each text once. Kysely prepares at every query, and what SQLite holds for a
 * statement of thousands of values is megabytes that JavaScript's collector does not see.
 */
export function withStatementCache(handle: SqliteHandle): SqliteDatabase {
  const statements = new Map<string, Database.Statement>();
  return {
    close: () => void handle.close(),
    prepare(sql) {
      const known = statements.get(sql);
      const statement = known ?? handle.prepare(sql);
      // The least recently used is first in a map whose entries are put back at every use.
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
