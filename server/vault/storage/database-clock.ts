import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../database/open.ts';

/**
 * Returns an SQL expression for the database's time. `now` is the caller's time (both in Unix ms).
 */
export type DatabaseClock = (now: number) => RawBuilder<number>;

/** All instances share the clock of their PostgreSQL server, and no other clock. */
const serverClock: DatabaseClock = () =>
  sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** All processes that use a SQLite file run on one machine, so they share a clock. */
export const callerClock: DatabaseClock = (now) => sql<number>`cast(${now} as bigint)`;

/** Returns the clock that decides about the age of rows. */
export function databaseClock(engine: Engine): DatabaseClock {
  return engine === 'postgres' ? serverClock : callerClock;
}

/** Returns the database's time in Unix milliseconds. */
export async function readClock<Tables>(
  db: Kysely<Tables>,
  clock: DatabaseClock,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ at: number }>`select ${clock(now)} as at`.execute(db);
  return rows[0]?.at ?? now;
}
