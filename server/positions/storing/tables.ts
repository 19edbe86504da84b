import type {
  CheckpointRow,
  CursorRow,
  EventRow,
  OfferRow,
  QuotationRow,
  RollupRow,
  StoredPosition,
  UndoRow,
  UserRow,
} from './row-schemas.ts';

export interface IndexerTables {
  indexer_positions: StoredPosition;
  indexer_quotations: QuotationRow;
  indexer_offers: OfferRow;
  indexer_events: EventRow;
  indexer_undo: UndoRow;
  indexer_checkpoints: CheckpointRow;
  indexer_cursor: CursorRow;
  indexer_rollups: RollupRow;
  indexer_users: UserRow;
}

/** All tables, the cursor first: a snapshot's other rows are checked against it. */
export const INDEXER_TABLES = [
  'indexer_cursor',
  'indexer_positions',
  'indexer_quotations',
  'indexer_offers',
  'indexer_events',
  'indexer_undo',
  'indexer_checkpoints',
  'indexer_rollups',
  'indexer_users',
] as const satisfies readonly (keyof IndexerTables)[];
