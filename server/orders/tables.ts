import type { Kysely } from 'kysely';
import { createLeases } from '../database/lease.ts';
import type { Migration } from '../database/migrate.ts';

/** An accepted signed order. Kept until some time after it expires. */
export interface EntryRow {
  readonly digest: string;
  /** Increases with every change of any row; an instance reads the rows above its last value. */
  readonly seq: number;
  readonly state: 'live' | 'withdrawn';
  readonly maker: string;
  /** Unix seconds. */
  readonly quote_expiry: number;
  readonly source: string;
  /** The entry in the feed's JSON format; empty once it is withdrawn. */
  readonly body: string;
}

export interface OrdersTables {
  orders_entries: EntryRow;
  /**
   * One row. A writer reserves numbers here before it changes entries, so they appear in commit
   * order.
   */
  orders_counter: { readonly id: number; readonly value: number };
}

export const ORDERS_MIGRATIONS: readonly Migration<OrdersTables>[] = [
  {
    name: '001-entries',
    async up(db) {
      await createEntries(db);
      await db.schema
        .createTable('orders_counter')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('value', 'bigint', (column) => column.notNull())
        .execute();
      await db.insertInto('orders_counter').values({ id: 1, value: 0 }).execute();
      await createLeases(db);
    },
  },
  {
    name: '002-withdrawn-by-maker',
    async up(db) {
      await db.schema
        .createIndex('orders_entries_maker')
        .on('orders_entries')
        .columns(['maker', 'state'])
        .execute();
      await db
        .updateTable('orders_entries')
        .set({ body: '' })
        .where('state', '=', 'withdrawn')
        .execute();
    },
  },
];

async function createEntries(db: Kysely<OrdersTables>): Promise<void> {
  await db.schema
    .createTable('orders_entries')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('maker', 'text', (column) => column.notNull())
    .addColumn('quote_expiry', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('orders_entries_seq')
    .on('orders_entries')
    .column('seq')
    .unique()
    .execute();
  await db.schema
    .createIndex('orders_entries_expiry')
    .on('orders_entries')
    .column('quote_expiry')
    .execute();
}
