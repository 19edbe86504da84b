import { sql } from 'kysely';
import { createLeases } from '../../database/failover/lease.ts';
import type { Migration } from '../../database/migrate.ts';
import type { IndexerTables } from './tables.ts';

const TABLES = [
  `create table indexer_positions (
    address text not null primary key, status text not null, source text not null,
    buyer text not null, seller text not null, referrer text not null, created_by text not null,
    implementation text not null, entry_block bigint not null, entry_log integer not null,
    entry_time bigint not null, entry_tx text not null, entry_premium text not null,
    entry_fee text not null, referral_fee text not null, collateral_token text not null,
    price_feed text not null, strikes text not null, expiry bigint not null,
    num_contracts text not null, collateral_amount text not null, option_type text not null,
    parent text, quotation_id text, close_block bigint, close_time bigint, close_tx text,
    settlement_price text, payout_buyer text, payout_seller text, closed_by text,
    close_returned text)`,
  // Indexes in the order of an account's lists. Each contains the keys of the list's pages.
  ...['buyer', 'seller'].flatMap((side) => [
    `create index indexer_positions_${side}_open
      on indexer_positions (${side}, source, entry_block, entry_log, address)
      where status = 'open'`,
    `create index indexer_positions_${side}_ended
      on indexer_positions (${side}, source, entry_block, entry_log, address)
      where status in ('settled', 'closed')`,
  ]),
  `create index indexer_positions_referrer on indexer_positions (referrer, entry_block)
    where referrer <> '0x0000000000000000000000000000000000000000'`,
  `create index indexer_positions_open on indexer_positions (entry_block, entry_log)
    where status = 'open'`,
  'create index indexer_positions_source on indexer_positions (source, entry_block, entry_log)',
  `create index indexer_positions_unnamed on indexer_positions (entry_block)
    where implementation = ''`,
  `create index indexer_positions_pending on indexer_positions (entry_block)
    where status = 'pending_init'`,
  `create table indexer_quotations (
    key text not null primary key, id text not null, factory text not null,
    requester text not null, status text not null, created_block bigint not null,
    created_time bigint not null, created_tx text not null, updated_block bigint not null,
    updated_time bigint not null, updated_tx text not null, has_terms integer not null,
    body text not null)`,
  'create index indexer_quotations_id on indexer_quotations (id)',
  `create index indexer_quotations_requester
    on indexer_quotations (requester, created_block, key)`,
  'create index indexer_quotations_created on indexer_quotations (created_block, key)',
  'create index indexer_quotations_unread on indexer_quotations (key) where has_terms = 0',
  `create table indexer_offers (
    key text not null primary key, quotation text not null, offeror text not null,
    created_block bigint not null, created_time bigint not null, created_tx text not null,
    updated_block bigint not null, updated_time bigint not null, updated_tx text not null,
    body text not null)`,
  'create index indexer_offers_quotation on indexer_offers (quotation)',
  'create index indexer_offers_offeror on indexer_offers (offeror, created_block, key)',
  'create index indexer_offers_created on indexer_offers (created_block, key)',
  `create table indexer_events (
    block bigint not null, log_index integer not null, time bigint not null, tx text not null,
    type text not null, subject text not null, body text not null,
    primary key (block, log_index))`,
  'create index indexer_events_subject on indexer_events (subject, type)',
  `create index indexer_events_referrals on indexer_events (block, log_index)
    where type in ('referral-registered', 'referral-executed')`,
  `create table indexer_undo (
    block bigint not null, key text not null, before text, primary key (block, key))`,
  `create table indexer_checkpoints (
    block bigint not null primary key, hash text not null, time bigint not null,
    events integer not null)`,
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
    source text not null, address text not null, first_block bigint not null,
    first_time bigint not null, primary key (source, address))`,
  'create index indexer_users_first on indexer_users (source, first_time)',
  'create index indexer_users_block on indexer_users (first_block)',
];

export const INDEXER_MIGRATIONS: readonly Migration<IndexerTables>[] = [
  {
    name: '001-initial',
    async up(db) {
      for (const statement of TABLES) await sql.raw(statement).execute(db);
      await createLeases(db);
    },
  },
  {
    // Since this version, statistics are summed on request.
    name: '002-drop-rollups',
    async up(db) {
      await sql`drop table indexer_rollups`.execute(db);
      await sql`create index indexer_positions_status on indexer_positions (source, status)`.execute(
        db,
      );
    },
  },
];
