import type * as Type from 'typebox';
import { type BulkWrite, createBulkWrite } from '../../database/bulk.ts';
import type { Engine } from '../../database/open.ts';
import {
  CheckpointRow,
  EventRow,
  OfferRow,
  QuotationRow,
  RollupRow,
  StoredPosition,
  UndoRow,
  UserRow,
} from './row-schemas.ts';

/** Writes many rows of a table by their keys. */
export interface Writers {
  readonly positions: BulkWrite<StoredPosition>;
  /** For existing rows with unchanged holders: most indexes aren't touched. */
  readonly progress: BulkWrite<StoredPosition>;
  readonly quotations: BulkWrite<QuotationRow>;
  readonly offers: BulkWrite<OfferRow>;
  readonly events: BulkWrite<EventRow>;
  readonly undo: BulkWrite<UndoRow>;
  readonly checkpoints: BulkWrite<CheckpointRow>;
  readonly rollups: BulkWrite<RollupRow>;
  /** Keeps the first block in which an account held an option. */
  readonly users: BulkWrite<UserRow>;
}

export function createWriters(engine: Engine): Writers {
  const position = columnsOf(StoredPosition);
  return {
    positions: createBulkWrite(engine, 'indexer_positions', ['address'], position),
    progress: createBulkWrite(engine, 'indexer_positions', ['address'], position, PROGRESS),
    quotations: createBulkWrite(engine, 'indexer_quotations', ['key'], columnsOf(QuotationRow)),
    offers: createBulkWrite(engine, 'indexer_offers', ['key'], columnsOf(OfferRow)),
    events: createBulkWrite(engine, 'indexer_events', ['block', 'log_index'], columnsOf(EventRow)),
    undo: createBulkWrite(engine, 'indexer_undo', ['block', 'key'], columnsOf(UndoRow)),
    checkpoints: createBulkWrite(
      engine,
      'indexer_checkpoints',
      ['block'],
      columnsOf(CheckpointRow),
    ),
    rollups: createBulkWrite(engine, 'indexer_rollups', ['key'], columnsOf(RollupRow)),
    users: createBulkWrite(
      engine,
      'indexer_users',
      ['source', 'address'],
      columnsOf(UserRow),
      ['first_block', 'first_time'],
      'excluded.first_block < indexer_users.first_block',
    ),
  };
}

/** Columns that may change while the holders stay the same. */
const PROGRESS = [
  'status',
  'implementation',
  'entry_premium',
  'entry_fee',
  'referral_fee',
  'num_contracts',
  'collateral_amount',
  'close_block',
  'close_time',
  'close_tx',
  'settlement_price',
  'payout_buyer',
  'payout_seller',
  'closed_by',
  'close_returned',
] as const;

function columnsOf<Columns extends Type.TProperties>(schema: Type.TObject<Columns>) {
  const columns: (keyof Columns & string)[] = [];
  for (const name in schema.properties) columns.push(name);
  return columns;
}
