import { type Kysely, sql } from 'kysely';
import * as Type from 'typebox';
import { isRecord } from '../../../shared/is-record.ts';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import { parsePosition } from '../../../shared/positions/parse-position.ts';
import type { Engine } from '../../database/open.ts';
import { positionOf, positionRowOf } from './position-row.ts';
import { quotationOf } from './quotation-row.ts';
import { INDEXER_TABLES, type IndexerTables } from './tables.ts';
import { createWriters } from './writers.ts';

const ROWS_AT_ONCE = 500;

/** The part of an older row from which the rest was derived. */
const OlderPosition = Type.Object({
  address: Type.String(),
  body: Type.String(),
  entry_log: Type.Integer(),
  source: Type.Union([Type.Literal('book'), Type.Literal('factory')]),
  implementation: Type.String(),
});

/**
 * Migrates an index from rows with JSON to columns. If a row is invalid, the index is emptied:
 * everything in it can be read from the chain again.
 */
export async function moveToColumns(db: Kysely<IndexerTables>, engine: Engine): Promise<void> {
  for (const statement of NEW_TABLES) await sql.raw(statement).execute(db);
  const isMoved =
    (await movePositions(db, engine)) && (await moveQuotations(db)) && (await moveImages(db));
  for (const statement of FINISH) await sql.raw(statement).execute(db);
  if (!isMoved) for (const table of INDEXER_TABLES) await db.deleteFrom(table).execute();
}

async function movePositions(db: Kysely<IndexerTables>, engine: Engine): Promise<boolean> {
  const { positions: write } = createWriters(engine, 'indexer_positions_next');
  for (let after = ''; ; ) {
    const { rows } = await sql<{ address: string }>`
      select * from indexer_positions where address > ${after} order by address
      limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db);
    const moved = rows.map(positionInColumns);
    const readable = moved.filter((row) => row !== undefined);
    if (readable.length < moved.length) return false;
    await write(db, readable);
    after = rows.at(-1)?.address ?? after;
    if (rows.length < ROWS_AT_ONCE) return true;
  }
}

function positionInColumns(stored: unknown) {
  const row = parseAs(OlderPosition, stored);
  const parsed = row && parsePosition(parseJson(`${row.body}}`));
  if (row === undefined || parsed === undefined || typeof parsed === 'string') return undefined;
  const entry = { ...parsed.position.entry, logIndex: row.entry_log };
  const moved = positionRowOf(
    { ...parsed.position, source: row.source, entry },
    row.implementation,
  );
  return positionOf(moved) && moved;
}

async function moveQuotations(db: Kysely<IndexerTables>): Promise<boolean> {
  const { rows } = await sql`select * from indexer_quotations`.execute(db);
  for (const row of rows) {
    const moved = quotationWithTimes(row);
    if (moved === undefined) return false;
    await db
      .updateTable('indexer_quotations')
      .set({ created_time: moved.created_time, updated_time: moved.updated_time })
      .where('key', '=', moved.key)
      .execute();
  }
  return true;
}

function quotationWithTimes(stored: unknown) {
  const quotation = isRecord(stored)
    ? quotationOf({ ...stored, created_time: 0, updated_time: 0 })
    : undefined;
  if (!isRecord(stored) || quotation === undefined) return undefined;
  return {
    ...stored,
    key: String(stored.key),
    created_time: quotation.created.timestamp,
    updated_time: quotation.updated.timestamp,
  };
}

/** Migrates the undo data of blocks that aren't final. */
async function moveImages(db: Kysely<IndexerTables>): Promise<boolean> {
  const { rows } = await sql<{ block: number; key: string; before: string }>`
    select * from indexer_undo where before is not null`.execute(db);
  for (const { block, key, before } of rows) {
    if (key.startsWith('offer ')) continue;
    const older = parseJson(before);
    const moved = key.startsWith('position ')
      ? positionInColumns(older)
      : quotationWithTimes(older);
    if (moved === undefined) return false;
    await db
      .updateTable('indexer_undo')
      .set({ before: JSON.stringify(moved) })
      .where('block', '=', block)
      .where('key', '=', key)
      .execute();
  }
  return true;
}

const NEW_TABLES = [
  `create table indexer_positions_next (
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
  'alter table indexer_quotations add column created_time bigint not null default 0',
  'alter table indexer_quotations add column updated_time bigint not null default 0',
];

const FINISH = [
  'drop table indexer_positions',
  'alter table indexer_positions_next rename to indexer_positions',
  'create index indexer_positions_buyer on indexer_positions (buyer, entry_block, entry_log)',
  'create index indexer_positions_seller on indexer_positions (seller, entry_block, entry_log)',
  `create index indexer_positions_referrer on indexer_positions (referrer, entry_block)
    where referrer <> '0x0000000000000000000000000000000000000000'`,
  `create index indexer_positions_open on indexer_positions (entry_block, entry_log)
    where status = 'open'`,
  'create index indexer_positions_source on indexer_positions (source, entry_block, entry_log)',
  `create index indexer_positions_unnamed on indexer_positions (entry_block)
    where implementation = ''`,
  `create index indexer_positions_pending on indexer_positions (entry_block)
    where status = 'pending_init'`,
  'drop index indexer_events_type',
  `create index indexer_events_referrals on indexer_events (block, log_index)
    where type in ('referral-registered', 'referral-executed')`,
  'drop table indexer_users',
  `create table indexer_users (
    source text not null, address text not null, first_block bigint not null,
    first_time bigint not null, primary key (source, address))`,
  ...['book', 'factory', 'all'].map(
    (source) => `insert into indexer_users (source, address, first_block, first_time)
      select '${source}', holder, min(entry_block), min(entry_time) from (
        select buyer as holder, source, entry_block, entry_time from indexer_positions
          where status <> 'pending_init'
        union all
        select seller as holder, source, entry_block, entry_time from indexer_positions
          where status <> 'pending_init') as held
      where '${source}' in (source, 'all') group by holder`,
  ),
  'create index indexer_users_first on indexer_users (source, first_time)',
  'create index indexer_users_block on indexer_users (first_block)',
  'drop table indexer_counts',
];
