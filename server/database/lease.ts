import { type QueryExecutorProvider, sql } from 'kysely';
import type { Clock } from '../../shared/ports.ts';
import { retryWhileLocked } from './retry-while-locked.ts';

/** Work that one instance at a time shall do. */
export interface Lease {
  /** Takes or renews it; false while another instance holds it. */
  hold(): Promise<boolean>;
  /** Gives it up, so that another instance need not wait for its end. */
  release(): Promise<void>;
}

/** The table of all leases; services that share a database share it. For migrations. */
export async function createLeases(db: QueryExecutorProvider): Promise<void> {
  await sql`create table if not exists condor_leases (
    name text not null primary key, holder text not null, until bigint not null
  )`.execute(db);
}

/**
 * A lease that lasts `termMs` from its last renewal. Instances' clocks may differ by less than that.
 * It avoids doubled work and proves nothing: what must not happen twice is guarded by its own
 * transaction as well.
 */
export function createLease(deps: {
  readonly db: QueryExecutorProvider;
  readonly clock: Clock;
  readonly name: string;
  readonly holder: string;
  readonly termMs: number;
}): Lease {
  const { db, clock, name, holder, termMs } = deps;
  /** Until when our last renewal lasts; renewing is a write, so it is done at half time only. */
  let heldUntil = 0;

  return {
    async hold() {
      const now = clock.now();
      if (now < heldUntil - termMs / 2) return true;
      const take = sql`
        insert into condor_leases (name, holder, until) values (${name}, ${holder}, ${now + termMs})
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where condor_leases.holder = excluded.holder or condor_leases.until < ${now}`;
      const { numAffectedRows } = await retryWhileLocked(() => take.execute(db));
      heldUntil = (numAffectedRows ?? 0n) > 0n ? now + termMs : 0;
      return heldUntil > 0;
    },
    async release() {
      heldUntil = 0;
      await sql`delete from condor_leases where name = ${name} and holder = ${holder}`.execute(db);
    },
  };
}
