import { sql, type Transaction } from 'kysely';
import type { Hex } from 'viem';
import type { UnixSeconds } from '../../shared/units.ts';
import { parts } from '../database/bulk.ts';
import type { OpenDatabase } from '../database/open.ts';
import { retryTransient } from '../database/retry-transient.ts';
import { OrdersError } from './errors.ts';
import { WITHDRAWN_PER_MAKER } from './limits.ts';
import type { EntryRow, OrdersTables } from './tables.ts';

export type NewEntry = Omit<EntryRow, 'seq' | 'state'>;

/** The feed's rows. Several instances may share one database. */
export interface OrdersStore {
  /**
   * Adds new entries. Withdrawn orders stay withdrawn. With `strict`, adds all entries or none.
   * @throws OrdersError `withdrawn` (strict), `too-many` when a maker has too many remembered
   * withdrawals
   */
  add(entries: readonly NewEntry[], mode: 'strict' | 'lenient'): Promise<EntryRow[]>;
  /**
   * Marks a live order as withdrawn and keeps only its digest. Returns false for any other order.
   */
  withdraw(digest: Hex): Promise<boolean>;
  /**
   * Marks live orders as dropped, so that other instances drop them too. `forget` deletes dropped
   * orders as if they had expired at `now`. The makers may post these orders again at any time.
   */
  drop(digests: readonly Hex[], now: UnixSeconds): Promise<void>;
  find(digest: Hex): Promise<EntryRow | undefined>;
  /** Returns rows that changed after `seq`, in order of change. */
  changedSince(seq: number, limit: number): Promise<EntryRow[]>;
  /** Deletes rows that expired before this time (Unix seconds). */
  forget(expiredBefore: number): Promise<void>;
}

/** Channel on which PostgreSQL announces changes, without their content. */
export const ORDERS_CHANNEL = 'condor_orders';

/**
 * Maximum rows per statement. A row has seven parameters, and a statement's parameters are limited.
 */
const ROWS_PER_STATEMENT = 500;

export function createOrdersStore({
  db,
  engine,
}: Pick<OpenDatabase<OrdersTables>, 'db' | 'engine'>): OrdersStore {
  function write<T>(work: (transaction: Transaction<OrdersTables>) => Promise<T>): Promise<T> {
    return retryTransient(() => db.transaction().execute(work));
  }

  /** Reserves sequence numbers. The counter's lock also makes writers take turns. */
  async function takeNumbers(transaction: Transaction<OrdersTables>, count: number) {
    const { value } = await transaction
      .updateTable('orders_counter')
      .set((eb) => ({ value: eb('value', '+', count) }))
      .returning('value')
      .executeTakeFirstOrThrow();
    // PostgreSQL sends the notification when the transaction commits.
    if (engine === 'postgres')
      await sql`select pg_notify(${ORDERS_CHANNEL}, '')`.execute(transaction);
    return value;
  }

  return {
    add: (entries, mode) =>
      write(async (transaction) => {
        // Takes the lock before reading. Two instances that add the same entry then take turns.
        const last = await takeNumbers(transaction, entries.length);
        await forgetDropped(transaction, entries);
        const known = await knownDigests(transaction, entries);
        const overdrawn = await overdrawnMakers(transaction, entries);
        if (mode === 'strict') ensurePublishable(entries, known, overdrawn);
        const fresh = [...new Map(entries.map((entry) => [entry.digest, entry])).values()].filter(
          ({ digest, maker }) => !known.has(digest) && !overdrawn.has(maker),
        );
        if (fresh.length === 0) return [];
        const rows = fresh.map(
          (entry, i): EntryRow => ({ ...entry, state: 'live', seq: last - fresh.length + 1 + i }),
        );
        for (const part of parts(rows, ROWS_PER_STATEMENT))
          await transaction.insertInto('orders_entries').values(part).execute();
        return rows;
      }),
    withdraw: (digest) =>
      write(async (transaction) => {
        const seq = await takeNumbers(transaction, 1);
        const { numUpdatedRows } = await transaction
          .updateTable('orders_entries')
          .set({ state: 'withdrawn', seq, body: '' })
          .where('digest', '=', digest)
          .where('state', '=', 'live')
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),
    async drop(digests, now) {
      for (const part of parts(digests, ROWS_PER_STATEMENT))
        await write(async (transaction) => {
          const last = await takeNumbers(transaction, part.length);
          const dropped = await transaction
            .deleteFrom('orders_entries')
            .where('digest', 'in', part)
            .where('state', '=', 'live')
            .returningAll()
            .execute();
          if (dropped.length === 0) return;
          const rows = dropped.map(
            (row, i): EntryRow => ({
              ...row,
              state: 'dropped',
              seq: last - i,
              body: '',
              quote_expiry: Math.min(row.quote_expiry, now),
            }),
          );
          await transaction.insertInto('orders_entries').values(rows).execute();
        });
    },
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
      await retryTransient(() => expired.execute());
    },
  };
}

/** Deletes dropped orders that are posted again. */
async function forgetDropped(
  db: Transaction<OrdersTables>,
  entries: readonly NewEntry[],
): Promise<void> {
  const digests = entries.map(({ digest }) => digest);
  for (const part of parts(digests, ROWS_PER_STATEMENT))
    await db
      .deleteFrom('orders_entries')
      .where('digest', 'in', part)
      .where('state', '=', 'dropped')
      .execute();
}

async function knownDigests(
  db: Transaction<OrdersTables>,
  entries: readonly NewEntry[],
): Promise<Map<string, EntryRow['state']>> {
  const known = new Map<string, EntryRow['state']>();
  const digests = entries.map(({ digest }) => digest);
  for (const part of parts(digests, ROWS_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('orders_entries')
      .select(['digest', 'state'])
      .where('digest', 'in', part)
      .execute();
    for (const { digest, state } of rows) known.set(digest, state);
  }
  return known;
}

/** @throws OrdersError when an entry of a post couldn't be published */
function ensurePublishable(
  entries: readonly NewEntry[],
  known: ReadonlyMap<string, EntryRow['state']>,
  overdrawn: ReadonlySet<string>,
): void {
  const withdrawn = entries.find(({ digest }) => known.get(digest) === 'withdrawn');
  if (withdrawn !== undefined)
    throw new OrdersError('withdrawn', 'The maker has withdrawn this order permanently.', {
      details: { digest: withdrawn.digest },
    });
  const [maker] = overdrawn;
  if (maker !== undefined)
    throw new OrdersError(
      'too-many',
      'This maker has withdrawn too many orders that have not expired.',
      {
        details: { maker, limit: WITHDRAWN_PER_MAKER },
      },
    );
}

/**
 * Returns makers with too many remembered withdrawals. Their new orders are refused until some
 * withdrawals expire.
 */
async function overdrawnMakers(
  db: Transaction<OrdersTables>,
  entries: readonly NewEntry[],
): Promise<Set<string>> {
  const makers = [...new Set(entries.map(({ maker }) => maker))];
  const overdrawn = new Set<string>();
  for (const part of parts(makers, ROWS_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('orders_entries')
      .select('maker')
      .where('maker', 'in', part)
      .where('state', '=', 'withdrawn')
      .groupBy('maker')
      .having((eb) => eb(eb.fn.countAll(), '>=', WITHDRAWN_PER_MAKER))
      .execute();
    for (const { maker } of rows) overdrawn.add(maker);
  }
  return overdrawn;
}
