import type * as Type from 'typebox';
import {
  CheckpointRow,
  CursorRow,
  EventRow,
  OfferRow,
  QuotationRow,
  StoredPosition,
  UndoRow,
  UserRow,
} from './row-schemas.ts';

/** Schema and primary key of each table. */
export const TABLES = {
  indexer_cursor: { schema: CursorRow, key: ['id'] },
  indexer_positions: { schema: StoredPosition, key: ['address'] },
  indexer_quotations: { schema: QuotationRow, key: ['key'] },
  indexer_offers: { schema: OfferRow, key: ['key'] },
  indexer_events: { schema: EventRow, key: ['block', 'log_index'] },
  indexer_undo: { schema: UndoRow, key: ['block', 'key'] },
  indexer_checkpoints: { schema: CheckpointRow, key: ['block'] },
  indexer_users: { schema: UserRow, key: ['source', 'address'] },
} as const;

export type IndexerTables = {
  [Table in keyof typeof TABLES]: Readonly<Type.Static<(typeof TABLES)[Table]['schema']>>;
};

export const INDEXER_TABLES = Object.keys(TABLES).filter(
  (name): name is keyof IndexerTables => name in TABLES,
);
