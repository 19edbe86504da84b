import { sql } from 'kysely';
import { createLeases } from '../../database/lease.ts';
import type { Migration } from '../../database/migrate.ts';
import { moveToColumns } from './move-to-columns.ts';
import type { IndexerTables } from './tables.ts';

const TABLES = [
  `create table indexer_positions (
    address text not null primary key, status text not null, source text not null,
    buyer text not null, seller text not null, referrer text not null,
    implementation text not null, entry_block bigint not null, entry_log integer not null,
    entry_time bigint not null, close_time bigint, expiry bigint not null,
    is_itm integer not null, body text not null, buyer_profit text not null,
    seller_profit text not null)`,
  'create index indexer_positions_buyer on indexer_positions (buyer, entry_block)',
  'create index indexer_positions_seller on indexer_positions (seller, entry_block)',
  `create index indexer_positions_referrer on indexer_positions (referrer, entry_block)
    where referrer <> '0x0000000000000000000000000000000000000000'`,
  `create index indexer_positions_open on indexer_positions (entry_block, entry_log)
    where status = 'open'`,
  'create index indexer_positions_source on indexer_positions (source, entry_block, entry_log)',
  `create index indexer_positions_unnamed on indexer_positions (address)
    where implementation = ''`,
  `create index indexer_positions_pending on indexer_positions (address)
    where status = 'pending_init'`,
  `create table indexer_quotations (
    key text not null primary key, id text not null, factory text not null,
    requester text not null, status text not null, created_block bigint not null,
    has_terms integer not null, body text not null)`,
  'create index indexer_quotations_id on indexer_quotations (id)',
  'create index indexer_quotations_requester on indexer_quotations (requester, created_block)',
  'create index indexer_quotations_created on indexer_quotations (created_block)',
  'create index indexer_quotations_unread on indexer_quotations (key) where has_terms = 0',
  `create table indexer_offers (
    key text not null primary key, quotation text not null, offeror text not null,
    created_block bigint not null, body text not null)`,
  'create index indexer_offers_quotation on indexer_offers (quotation)',
  'create index indexer_offers_offeror on indexer_offers (offeror, created_block)',
  `create table indexer_events (
    block bigint not null, log_index integer not null, time bigint not null, tx text not null,
    type text not null, subject text not null, body text not null,
    primary key (block, log_index))`,
  'create index indexer_events_subject on indexer_events (subject, type)',
  'create index indexer_events_type on indexer_events (type, block)',
  `create table indexer_undo (
    block bigint not null, key text not null, before text, primary key (block, key))`,
  `create table indexer_checkpoints (
    block bigint not null primary key, hash text not null, time bigint not null)`,
  `create table indexer_cursor (
    id integer not null primary key, block bigint not null, hash text not null,
    time bigint not null, start_block bigint not null, start_hash text not null,
    head_block bigint not null, head_at bigint not null, synced_at bigint not null,
    events bigint not null, positions_new bigint not null, positions_updated bigint not null,
    update_at bigint not null)`,
  `create table indexer_rollups (
    key text not null primary key, level text not null, bucket bigint not null,
    source text not null, product text not null, token text not null,
    positions bigint not null, settled bigint not null, closed bigint not null,
    exercised bigint not null, buyer_wins bigint not null, volume text not null,
    premium text not null, fees text not null, referral_fees text not null)`,
  'create index indexer_rollups_bucket on indexer_rollups (level, bucket)',
  `create table indexer_users (
    key text not null primary key, source text not null, positions bigint not null,
    first_time bigint not null)`,
  'create index indexer_users_first on indexer_users (source, first_time)',
  'create table indexer_counts (name text not null primary key, value bigint not null)',
];

export const INDEXER_MIGRATIONS: readonly Migration<IndexerTables>[] = [
  {
    name: '001-positions',
    async up(db) {
      for (const statement of TABLES) await sql.raw(statement).execute(db);
      await createLeases(db);
    },
  },
  {
    name: '002-counted-events',
    async up(db) {
      // The number is unknown for blocks read before this migration; every real number is higher.
      await sql
        .raw(
          'alter table indexer_checkpoints add column events integer not null default 1000000000',
        )
        .execute(db);
    },
  },
  { name: '003-columns', up: moveToColumns },
  {
    name: '004-pages',
    async up(db) {
      for (const statement of PAGES) await sql.raw(statement).execute(db);
    },
  },
];

/** Indexes in the order of an account's lists, with the keys of their pages. */
const PAGES = [
  ...['buyer', 'seller'].flatMap((side) => [
    `drop index indexer_positions_${side}`,
    `create index indexer_positions_${side}_open
      on indexer_positions (${side}, source, entry_block, entry_log, address)
      where status = 'open'`,
    `create index indexer_positions_${side}_ended
      on indexer_positions (${side}, source, entry_block, entry_log, address)
      where status in ('settled', 'closed')`,
  ]),
  'drop index indexer_offers_offeror',
  'create index indexer_offers_offeror on indexer_offers (offeror, created_block, key)',
  'create index indexer_offers_created on indexer_offers (created_block, key)',
  'drop index indexer_quotations_requester',
  `create index indexer_quotations_requester
    on indexer_quotations (requester, created_block, key)`,
  'drop index indexer_quotations_created',
  'create index indexer_quotations_created on indexer_quotations (created_block, key)',
];
