import type { Transaction } from 'kysely';
import type * as Type from 'typebox';
import { isRecord } from '../../../shared/is-record.ts';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import { parts } from '../../database/bulk.ts';
import type { BatchChanges, Change } from './batch.ts';
import { implementationColumn, positionRowOf } from './position-row.ts';
import { offerRowOf, quotationRowOf, TERMS } from './quotation-row.ts';
import { OfferRow, QuotationRow, StoredPosition, type UndoRow } from './row-schemas.ts';
import type { IndexerTables } from './tables.ts';
import type { Writers } from './writers.ts';

const KEYS_PER_STATEMENT = 512;

/** Columns whose values aren't in the records. */
export interface KnownColumns {
  /** Column `implementation` by address. */
  readonly implementations: ReadonlyMap<string, string>;
  /** Column `has_terms` by quotation key. */
  readonly terms: ReadonlyMap<string, number>;
}

/**
 * Returns every row that a batch changes, as the row was before each of the batch's blocks. Writing
 * the rows back undoes the blocks, whatever rules created the rows.
 */
export function undoImages(changes: BatchChanges, columns: KnownColumns): UndoRow[] {
  return [
    ...images('position', changes.positions, (position) =>
      positionRowOf(position, implementationColumn(position, columns.implementations)),
    ),
    ...images('quotation', changes.quotations, (quotation, key) =>
      quotationRowOf(quotation, columns.terms.get(key) ?? TERMS.unread),
    ),
    ...images('offer', changes.offers, offerRowOf),
  ];
}

type Kind = 'position' | 'quotation' | 'offer';

function images<T>(
  kind: Kind,
  changes: ReadonlyMap<string, Change<T>>,
  rowFor: (value: T, key: string) => object,
): UndoRow[] {
  return [...changes].flatMap(([key, change]) =>
    change.images.map(({ block, before }) => ({
      block,
      key: `${kind} ${key}`,
      before: before === undefined ? null : JSON.stringify(rowFor(before, key)),
    })),
  );
}

/**
 * Restores the rows to their state after `block`.
 * @throws Error when a stored row can't be read
 */
export async function restoreRows(
  transaction: Transaction<IndexerTables>,
  writers: Writers,
  block: number,
): Promise<void> {
  const undo = await transaction
    .selectFrom('indexer_undo')
    .selectAll()
    .where('block', '>', block)
    .orderBy('block')
    .execute();
  const first = new Map<string, string | null>();
  for (const { key, before } of undo) if (!first.has(key)) first.set(key, before);
  const positions = restored('position', StoredPosition, first);
  const quotations = restored('quotation', QuotationRow, first);
  const offers = restored('offer', OfferRow, first);
  for (const keys of parts(positions.keys, KEYS_PER_STATEMENT))
    await transaction.deleteFrom('indexer_positions').where('address', 'in', keys).execute();
  for (const keys of parts(quotations.keys, KEYS_PER_STATEMENT))
    await transaction.deleteFrom('indexer_quotations').where('key', 'in', keys).execute();
  for (const keys of parts(offers.keys, KEYS_PER_STATEMENT))
    await transaction.deleteFrom('indexer_offers').where('key', 'in', keys).execute();
  await writers.positions(transaction, positions.rows);
  await writers.quotations(transaction, quotations.rows);
  await writers.offers(transaction, offers.rows);
}

function restored<Schema extends Type.TObject>(
  kind: Kind,
  schema: Schema,
  images: ReadonlyMap<string, string | null>,
): { readonly keys: string[]; readonly rows: Type.Static<Schema>[] } {
  const keys: string[] = [];
  const rows: Type.Static<Schema>[] = [];
  // An image from before a migration doesn't have the column that the migration added.
  const added = Object.fromEntries(Object.keys(schema.properties).map((column) => [column, null]));
  for (const [image, before] of images) {
    if (!image.startsWith(`${kind} `)) continue;
    keys.push(image.slice(kind.length + 1));
    if (before === null) continue;
    const stored = parseJson(before);
    const row = parseAs(schema, isRecord(stored) ? { ...added, ...stored } : stored);
    if (row === undefined) throw new Error(`the undo image of ${image} can't be read`);
    rows.push(row);
  }
  return { keys, rows };
}
