import type { Kysely, Transaction } from 'kysely';
import type { Hex } from 'viem';
import { patiently } from '../database/patience.ts';
import type { EntryRow, OrdersTables } from './tables.ts';

/** An accepted entry on its way into the database. */
export type NewEntry = Omit<EntryRow, 'seq' | 'state'>;

/** The feed's rows. Many instances may share one database. */
export interface OrdersStore {
  /** Adds what is new, all or nothing; what was withdrawn stays withdrawn. The answer is what was added. */
  add(entries: readonly NewEntry[]): Promise<EntryRow[]>;
  /** Marks a live order as withdrawn; false when there is none. */
  withdraw(digest: Hex): Promise<boolean>;
  find(digest: Hex): Promise<EntryRow | undefined>;
  /** Rows that changed after `seq`, in order of their change. */
  changedSince(seq: number, limit: number): Promise<EntryRow[]>;
  /** Forgets what expired before then (Unix seconds). */
  forget(expiredBefore: number): Promise<void>;
}

/** Bound parameters in one statement are limited; a row has seven. */
const ROWS_PER_STATEMENT = 500;

export function createOrdersStore(db: Kysely<OrdersTables>): OrdersStore {
  function write<T>(work: (transaction: Transaction<OrdersTables>) => Promise<T>): Promise<T> {
    return patiently(() => db.transaction().execute(work));
  }

  return {
    add: (entries) =>
      write(async (transaction) => {
        // First the lock: two instances that add the same entry take turns.
        const last = await takeNumbers(transaction, entries.length);
        const known = await knownDigests(transaction, entries);
        const fresh = [...new Map(entries.map((entry) => [entry.digest, entry])).values()].filter(
          ({ digest }) => !known.has(digest),
        );
        if (fresh.length === 0) return [];
        const rows = fresh.map(
          (entry, i): EntryRow => ({ ...entry, state: 'live', seq: last - fresh.length + 1 + i }),
        );
        for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
          await transaction
            .insertInto('orders_entries')
            .values(rows.slice(from, from + ROWS_PER_STATEMENT))
            .execute();
        return rows;
      }),
    withdraw: (digest) =>
      write(async (transaction) => {
        const seq = await takeNumbers(transaction, 1);
        const { numUpdatedRows } = await transaction
          .updateTable('orders_entries')
          .set({ state: 'withdrawn', seq })
          .where('digest', '=', digest)
          .where('state', '=', 'live')
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),
    find: (digest) =>
      db.selectFrom('orders_entries').selectAll().where('digest', '=', digest).executeTakeFirst(),
    changedSince: (seq, limit) =>
      db
        .selectFrom('orders_entries')
        .selectAll()
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute(),
    async forget(expiredBefore) {
      const expired = db.deleteFrom('orders_entries').where('quote_expiry', '<', expiredBefore);
      await patiently(() => expired.execute());
    },
  };
}

/** Takes numbers under the counter's lock, which also makes writers take turns. */
async function takeNumbers(db: Transaction<OrdersTables>, count: number): Promise<number> {
  const { value } = await db
    .updateTable('orders_counter')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

async function knownDigests(
  db: Transaction<OrdersTables>,
  entries: readonly NewEntry[],
): Promise<Set<string>> {
  const known = new Set<string>();
  for (let from = 0; from < entries.length; from += ROWS_PER_STATEMENT) {
    const digests = entries.slice(from, from + ROWS_PER_STATEMENT).map(({ digest }) => digest);
    const rows = await db
      .selectFrom('orders_entries')
      .select('digest')
      .where('digest', 'in', digests)
      .execute();
    for (const { digest } of rows) known.add(digest);
  }
  return known;
}
