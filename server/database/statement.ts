import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Engine } from './open.ts';

/** Values that both engines store as they are. */
export type SqlValue = string | number | Uint8Array | null;
export type Parameters = Readonly<Record<string, SqlValue>>;

/** A query compiled once; `Row` is what it returns, `P` the values that it takes by name. */
export interface Statement<P extends Parameters, Row> {
  readonly sql: string;
  /** Names this text for PostgreSQL, which then plans it once per connection. */
  readonly name: string;
  /** Puts named values into the order of the text's placeholders. */
  bind(values: P): SqlValue[];
  /** Only a type: rows of this statement. */
  readonly rows?: readonly Row[];
}

/** Stands for a value while a query is compiled. */
class Placeholder {
  readonly parameter: string;
  constructor(parameter: string) {
    this.parameter = parameter;
  }
}

export type Param<P extends Parameters> = <K extends keyof P & string>(name: K) => P[K];

/** A query builder that never connects: its queries are compiled once and run by a `SqlDriver`. */
export function queryBuilder<Tables>(engine: Engine): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect:
      engine === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (db) => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (db) => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
  });
}

/**
 * Compiles a Kysely query whose values come later. Building and compiling a query costs more than
 * SQLite needs to run it, so the hot ones are compiled at start.
 *
 * @example statement<{ id: string }, Row>('find', (p) => db.selectFrom('t').where('id', '=', p('id')))
 */
export function statement<P extends Parameters, Row>(
  name: string,
  build: (param: Param<P>) => Compilable<Row>,
): Statement<P, Row> {
  // The compiler only carries a value from here to `parameters`, whatever its type.
  const param = ((parameter: string) => new Placeholder(parameter)) as unknown as Param<P>;
  const compiled = build(param).compile();
  const slots = compiled.parameters;
  return {
    sql: compiled.sql,
    name,
    bind: (values) =>
      slots.map(
        (slot) => (slot instanceof Placeholder ? values[slot.parameter] : slot) as SqlValue,
      ),
  };
}
