import { openDatabase } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';

/** Returns everything that an indexer stored, row by row, except for its reading progress. */
export async function dump(target: DatabaseTarget): Promise<Record<string, unknown[]>> {
  const { db, close } = openDatabase<IndexerTables>(target);
  const tables = {
    positions: db.selectFrom('indexer_positions').selectAll().orderBy('address'),
    quotations: db.selectFrom('indexer_quotations').selectAll().orderBy('key'),
    offers: db.selectFrom('indexer_offers').selectAll().orderBy('key'),
    events: db.selectFrom('indexer_events').selectAll().orderBy('block').orderBy('log_index'),
    users: db.selectFrom('indexer_users').selectAll().orderBy('source').orderBy('address'),
    cursor: db.selectFrom('indexer_cursor').select(['block', 'hash', 'time', 'start_hash']),
  };
  const result: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(tables)) result[name] = await query.execute();
  await close();
  return result;
}

/** Returns the counters. Undoing a block must restore them. */
export async function counters(target: DatabaseTarget): Promise<Record<string, number>> {
  const { db, close } = openDatabase<IndexerTables>(target);
  const row = await db
    .selectFrom('indexer_cursor')
    .select(['events', 'positions_new', 'positions_updated'])
    .executeTakeFirstOrThrow();
  await close();
  return row;
}
