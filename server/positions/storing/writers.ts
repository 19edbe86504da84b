import { type BulkWrite, createBulkWrite } from '../../database/bulk.ts';
import type { Engine } from '../../database/open.ts';
import { type IndexerTables, TABLES } from './tables.ts';

/** Writes many rows of a table by their keys. */
export interface Writers {
  readonly positions: BulkWrite<IndexerTables['indexer_positions']>;
  /** Writes existing rows whose holders stay the same. Most indexes then don't change. */
  readonly progress: BulkWrite<IndexerTables['indexer_positions']>;
  readonly quotations: BulkWrite<IndexerTables['indexer_quotations']>;
  readonly offers: BulkWrite<IndexerTables['indexer_offers']>;
  readonly events: BulkWrite<IndexerTables['indexer_events']>;
  readonly undo: BulkWrite<IndexerTables['indexer_undo']>;
  readonly checkpoints: BulkWrite<IndexerTables['indexer_checkpoints']>;
  /** Writes users. A stored user keeps the first block in which the account held an option. */
  readonly users: BulkWrite<IndexerTables['indexer_users']>;
}

export function createWriters(engine: Engine): Writers {
  return {
    positions: createWriter(engine, 'indexer_positions'),
    progress: createWriter(engine, 'indexer_positions', PROGRESS),
    quotations: createWriter(engine, 'indexer_quotations'),
    offers: createWriter(engine, 'indexer_offers'),
    events: createWriter(engine, 'indexer_events'),
    undo: createWriter(engine, 'indexer_undo'),
    checkpoints: createWriter(engine, 'indexer_checkpoints'),
    users: createWriter(
      engine,
      'indexer_users',
      ['first_block', 'first_time'],
      'excluded.first_block < indexer_users.first_block',
    ),
  };
}

/** Creates a writer of whole rows. See `createBulkWrite` for `updated` and `condition`. */
function createWriter(
  engine: Engine,
  table: keyof IndexerTables,
  updated?: readonly string[],
  condition?: string,
): BulkWrite<Record<string, unknown>> {
  const { schema, key } = TABLES[table];
  return createBulkWrite(engine, table, key, Object.keys(schema.properties), updated, condition);
}

/** Columns of indexes that don't change if the holders stay the same. */
const FIXED: readonly string[] = [
  'address',
  'buyer',
  'seller',
  'source',
  'referrer',
  'entry_block',
  'entry_log',
] satisfies readonly (keyof IndexerTables['indexer_positions'])[];

const PROGRESS = Object.keys(TABLES.indexer_positions.schema.properties).filter(
  (column) => !FIXED.includes(column),
);
