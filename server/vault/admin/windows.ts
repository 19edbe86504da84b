import { countTenant, countWindow, isWindowOpen, readEnrollment } from '../storage/enrollment.ts';
import type { AdminDatabase } from './open-admin.ts';

/** A tenant's enrolment window. Times are Unix milliseconds. */
export interface WindowStatus {
  readonly opened: number;
  readonly ends: number;
  readonly places: number;
  /** Places taken by accounts with a vault, and by registrations that may still commit one. */
  readonly taken: number;
}

/** Opens a window of a tenant, in place of its former one. */
export async function openWindow(
  { write }: AdminDatabase,
  window: {
    readonly tenant: string;
    /** Unique, so that accounts of former windows don't count. */
    readonly id: string;
    readonly now: number;
    readonly ends: number;
    readonly places: number;
  },
): Promise<void> {
  const columns = {
    window_id: window.id,
    opened_at: window.now,
    ends_at: window.ends,
    places: window.places,
  };
  await write(async (db) => {
    await db
      .insertInto('enrollments')
      .values({ tenant_id: window.tenant, ...columns })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(columns))
      .execute();
  });
}

/** Ends a tenant's window now. Returns false when none is open. */
export async function closeWindow(
  { write }: AdminDatabase,
  tenant: string,
  now: number,
): Promise<boolean> {
  return write(async (db) => {
    const closed = await db
      .updateTable('enrollments')
      .set({ ends_at: now })
      .where('tenant_id', '=', tenant)
      .where('ends_at', '>', now)
      .returning('tenant_id')
      .executeTakeFirst();
    return closed !== undefined;
  });
}

/** Returns a tenant's open window and the number of its accounts. */
export async function readEnrollmentStatus(
  { read }: AdminDatabase,
  tenant: string,
  now: number,
): Promise<{ window: WindowStatus | undefined; accounts: number }> {
  return read(async (db) => {
    const found = await readEnrollment(db, tenant);
    const accounts = await countTenant(db, tenant, now);
    if (!isWindowOpen(found, now)) return { window: undefined, accounts };
    const { opened_at: opened, ends_at: ends, places } = found;
    const taken = await countWindow(db, found.window_id, now);
    return { window: { opened, ends, places, taken }, accounts };
  });
}
