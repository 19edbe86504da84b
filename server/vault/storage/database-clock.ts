import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../database/open.ts';

/** Returns an expression for the time of the database, in Unix milliseconds. `now` is the caller's. */
export type DatabaseClock = (now: number) => RawBuilder<number>;

/** The only clock that all instances on one PostgreSQL server share. */
const serverClock: DatabaseClock = () =>
  sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** A SQLite file is on one machine, whose processes have the same clock. */
export const callerClock: DatabaseClock = (now) => sql<number>`cast(${now} as bigint)`;

/** Returns the clock by which an engine's rows age. */
export function databaseClock(engine: Engine): DatabaseClock {
  return engine === 'postgres' ? serverClock : callerClock;
}

/** Returns the time of the database, in Unix milliseconds. */
export async function readClock<Tables>(
  db: Kysely<Tables>,
  clock: DatabaseClock,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ at: number }>`select ${clock(now)} as at`.execute(db);
  return rows[0]?.at ?? now;
}
