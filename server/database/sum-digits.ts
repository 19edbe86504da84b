import { type RawBuilder, sql } from 'kysely';
import type { SqliteHandle } from './sqlite.ts';
import type { DatabaseTarget } from './target.ts';

const DIGITS = /^[0-9]+$/;

/**
 * Returns the exact sum of a column of decimal digits, as digits. Texts with other characters count
 * as zero. SQLite's numbers have only 64 bits, so a SQLite connection needs `defineSumDigits`
 * first.
 */
export function sumDigits(engine: DatabaseTarget['engine'], column: string): RawBuilder<string> {
  const digits = sql.ref(column);
  return engine === 'postgres'
    ? sql<string>`coalesce(sum(case when ${digits} ~ '^[0-9]+$' then ${digits}::numeric end), 0)::text`
    : sql<string>`sum_digits(${digits})`;
}

/** Defines the SQL function `sum_digits` on a connection. */
export function defineSumDigits(handle: SqliteHandle): void {
  handle.aggregate<unknown>('sum_digits', {
    deterministic: true,
    start: 0n,
    step: (total, digits) =>
      typeof total === 'bigint' && typeof digits === 'string' && DIGITS.test(digits)
        ? total + BigInt(digits)
        : total,
    result: String,
  });
}
