import { type BulkWrite, createBulkWrite } from '../database/bulk.ts';
import type { Engine } from '../database/open.ts';
import type {
  CheckpointRow,
  EventRow,
  OfferRow,
  PositionRow,
  QuotationRow,
  RollupRow,
  UndoRow,
  UserRow,
} from './tables.ts';

/** Writes many rows of a table at once, by its key. */
export interface Writers {
  readonly positions: BulkWrite<PositionRow>;
  /** For rows that are there and whose holders stay: most indexes are left alone. */
  readonly progress: BulkWrite<PositionRow>;
  readonly quotations: BulkWrite<QuotationRow>;
  readonly offers: BulkWrite<OfferRow>;
  readonly events: BulkWrite<EventRow>;
  readonly undo: BulkWrite<UndoRow>;
  readonly checkpoints: BulkWrite<CheckpointRow>;
  readonly rollups: BulkWrite<RollupRow>;
  readonly users: BulkWrite<UserRow>;
}

export function createWriters(engine: Engine): Writers {
  return {
    positions: createBulkWrite(engine, 'indexer_positions', ['address'], POSITION),
    progress: createBulkWrite(engine, 'indexer_positions', ['address'], POSITION, PROGRESS),
    quotations: createBulkWrite(engine, 'indexer_quotations', ['key'], QUOTATION),
    offers: createBulkWrite(engine, 'indexer_offers', ['key'], OFFER),
    events: createBulkWrite(engine, 'indexer_events', ['block', 'log_index'], EVENT),
    undo: createBulkWrite(engine, 'indexer_undo', ['block', 'key'], UNDO),
    checkpoints: createBulkWrite(engine, 'indexer_checkpoints', ['block'], CHECKPOINT),
    rollups: createBulkWrite(engine, 'indexer_rollups', ['key'], ROLLUP),
    users: createBulkWrite(engine, 'indexer_users', ['key'], USER),
  };
}

const POSITION = [
  'address',
  'status',
  'source',
  'buyer',
  'seller',
  'referrer',
  'implementation',
  'entry_block',
  'entry_log',
  'entry_time',
  'close_time',
  'expiry',
  'is_itm',
  'body',
  'buyer_profit',
  'seller_profit',
] as const;
const PROGRESS = [
  'status',
  'implementation',
  'close_time',
  'is_itm',
  'body',
  'buyer_profit',
  'seller_profit',
] as const;
const QUOTATION = [
  'key',
  'id',
  'factory',
  'requester',
  'status',
  'created_block',
  'has_terms',
  'body',
] as const;
const OFFER = ['key', 'quotation', 'offeror', 'created_block', 'body'] as const;
const EVENT = ['block', 'log_index', 'time', 'tx', 'type', 'subject', 'body'] as const;
const UNDO = ['block', 'key', 'before'] as const;
const CHECKPOINT = ['block', 'hash', 'time', 'events'] as const;
const ROLLUP = [
  'key',
  'level',
  'bucket',
  'source',
  'product',
  'token',
  'positions',
  'settled',
  'closed',
  'exercised',
  'buyer_wins',
  'volume',
  'premium',
  'fees',
  'referral_fees',
] as const;
const USER = ['key', 'source', 'positions', 'first_time'] as const;
