import { sql } from 'kysely';
import { createLeases } from '../database/failover/lease.ts';
import type { Migration } from '../database/migrate.ts';

/** An accepted signed order. The row is kept until some time after the order expires. */
export interface EntryRow {
  readonly digest: string;
  /** Number of the row's last change. An instance reads the rows above its last number. */
  readonly seq: number;
  readonly state: 'live' | 'withdrawn' | 'dropped';
  readonly maker: string;
  /** Unix seconds. */
  readonly quote_expiry: number;
  readonly source: string;
  /** The entry in the feed's JSON format; empty after the order was withdrawn or dropped. */
  readonly body: string;
}

export interface OrdersTables {
  orders_entries: EntryRow;
  /** A single row, in which writers reserve numbers so that changes appear in order. */
  orders_counter: { readonly id: number; readonly value: number };
}

const TABLES = [
  `create table orders_entries (
    digest text not null primary key, seq bigint not null, state text not null,
    maker text not null, quote_expiry bigint not null, source text not null, body text not null)`,
  'create unique index orders_entries_seq on orders_entries (seq)',
  'create index orders_entries_expiry on orders_entries (quote_expiry)',
  'create index orders_entries_maker on orders_entries (maker, state)',
  'create table orders_counter (id integer not null primary key, value bigint not null)',
  'insert into orders_counter (id, value) values (1, 0)',
];

export const ORDERS_MIGRATIONS: readonly Migration<OrdersTables>[] = [
  {
    name: '001-initial',
    async up(db) {
      for (const statement of TABLES) await sql.raw(statement).execute(db);
      await createLeases(db);
    },
  },
];
