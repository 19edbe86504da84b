import { type QueryExecutorProvider, sql } from 'kysely';
import type { Engine } from '../open.ts';
import { retryTransient } from '../retry-transient.ts';
import type { Lease } from './lease.ts';

/** Thrown in a transaction of an instance that no longer has the lease. */
export class LeaseLost extends Error {}

/** A lease whose holder checks in each transaction whether it still has the lease. */
export interface FencedLease extends Lease {
  /**
   * Begins the holder's transaction. Until the transaction ends, no other instance can take the
   * lease.
   * @throws LeaseLost
   */
  guard(transaction: QueryExecutorProvider): Promise<void>;
}

/**
 * Numbers the holders of a lease. A holder that was paused may still believe that it has the lease,
 * but its transactions fail, because the database has a higher number.
 */
export function createFencedLease(deps: {
  readonly db: QueryExecutorProvider;
  readonly engine: Engine;
  readonly lease: Lease;
  readonly name: string;
  readonly holder: string;
}): FencedLease {
  const { db, engine, lease } = deps;
  /** The row of this name in the table of leases stores the number in `until`. */
  const row = `${deps.name} number`;
  let number: number | undefined;

  async function takeNumber(): Promise<number | undefined> {
    const { rows } = await retryTransient(() =>
      sql<{ until: number }>`
        insert into condor_leases (name, holder, until) values (${row}, ${deps.holder}, 1)
        on conflict (name) do update
        set holder = excluded.holder, until = condor_leases.until + 1
        returning until`.execute(db),
    );
    return rows[0]?.until;
  }

  return {
    async hold() {
      if (!(await lease.hold())) number = undefined;
      else number ??= await takeNumber();
      return number !== undefined;
    },
    async release() {
      number = undefined;
      await lease.release();
    },
    async guard(transaction) {
      // On SQLite, a transaction that writes fails by itself if another transaction has written
      // since it began.
      const lock = engine === 'postgres' ? sql`for share` : sql``;
      const { rows } = await sql<{ until: number; holder: string }>`
        select until, holder from condor_leases where name = ${row} ${lock}`.execute(transaction);
      const [last] = rows;
      // The number alone isn't enough: after a failover that lost an increment, two holders can
      // have the same number.
      if (number !== undefined && last?.until === number && last.holder === deps.holder) return;
      // When this instance gets the lease again, `hold` takes a new number.
      number = undefined;
      throw new LeaseLost('another instance writes');
    },
  };
}
