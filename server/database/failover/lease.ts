import { type QueryExecutorProvider, sql } from 'kysely';
import type { Clock } from '../../../shared/ports.ts';
import { retryTransient } from '../retry-transient.ts';

/** Ensures that only one instance does some work. */
export interface Lease {
  /** Acquires or renews the lease; returns false while another instance has it. */
  hold(): Promise<boolean>;
  /** Releases the lease early, so that other instances needn't wait for its end. */
  release(): Promise<void>;
}

/** Creates the table of leases, shared by all services on a database. For migrations. */
export async function createLeases(db: QueryExecutorProvider): Promise<void> {
  await sql`create table if not exists condor_leases (
    name text not null primary key, holder text not null, until bigint not null
  )`.execute(db);
}

/**
 * Creates a lease that ends `termMs` after its last renewal. The clocks of instances must differ by
 * less than `termMs`. Ignores an end that is further away, because the clock that wrote it was set
 * back later. The lease only avoids duplicate work. An operation that must not run twice also needs
 * a guard in its own transaction.
 */
export function createLease(deps: {
  readonly db: QueryExecutorProvider;
  readonly clock: Clock;
  readonly name: string;
  readonly holder: string;
  readonly termMs: number;
}): Lease {
  const { db, clock, name, holder, termMs } = deps;
  /**
   * Time at which the lease ends. Each renewal is a write, so the lease is renewed only after half
   * of the term.
   */
  let heldUntil = 0;

  return {
    async hold() {
      const now = clock.now();
      if (now < heldUntil - termMs / 2 && now >= heldUntil - termMs) return true;
      const take = sql`
        insert into condor_leases (name, holder, until) values (${name}, ${holder}, ${now + termMs})
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where condor_leases.holder = excluded.holder or condor_leases.until < ${now}
          or condor_leases.until > ${now + 2 * termMs}`;
      const { numAffectedRows } = await retryTransient(() => take.execute(db));
      heldUntil = (numAffectedRows ?? 0n) > 0n ? now + termMs : 0;
      return heldUntil > 0;
    },
    async release() {
      heldUntil = 0;
      await sql`delete from condor_leases where name = ${name} and holder = ${holder}`.execute(db);
    },
  };
}
