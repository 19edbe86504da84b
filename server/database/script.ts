import type { Parameters, SqlValue, Statement } from './statement.ts';

/** One statement with its values, ready to run. */
export interface Step {
  readonly sql: string;
  readonly name: string;
  readonly values: readonly SqlValue[];
  /** Only the first row is looked at. */
  readonly isSingle: boolean;
}

/**
 * A sequence of statements written once for both engines: SQLite runs it synchronously, PostgreSQL
 * asynchronously. Each `yield*` gives the rows of one statement.
 */
export type Script<T> = Generator<Step, T, unknown[]>;

/** What a script returns to undo its statements. */
export class Undo<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}

/** Runs one statement inside a script. */
export function* rowsOf<P extends Parameters, Row>(
  statement: Statement<P, Row>,
  values: P,
): Script<Row[]> {
  // The statement's row type is the contract between its text and its reader.
  return (yield stepOf(statement, values, false)) as Row[];
}

/** Like `rowsOf`, for statements that give one row or none. */
export function* rowOf<P extends Parameters, Row>(
  statement: Statement<P, Row>,
  values: P,
): Script<Row | undefined> {
  const rows = yield stepOf(statement, values, true);
  return rows[0] as Row | undefined;
}

function stepOf<P extends Parameters, Row>(
  { sql, name, bind }: Statement<P, Row>,
  values: P,
  isSingle: boolean,
): Step {
  return { sql, name, values: bind(values), isSingle };
}
