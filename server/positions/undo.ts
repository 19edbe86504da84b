import type { Transaction } from 'kysely';
import type { Offer, Quotation } from '../../shared/positions/quotation.ts';
import type { PositionRecord } from '../../shared/positions/record.ts';
import type { BatchChanges, Change } from './batch.ts';
import { implementationColumn, recordOf, rowOf } from './position-row.ts';
import { offerOf, offerRowOf, quotationOf, quotationRowOf, TERMS } from './quotation-row.ts';
import type { IndexerTables, OfferRow, PositionRow, QuotationRow, UndoRow } from './tables.ts';

/** Columns of rows that their records do not say. */
export interface KnownColumns {
  /** `implementation` by address. */
  readonly implementations: ReadonlyMap<string, string>;
  /** `has_terms` by quotation key. */
  readonly terms: ReadonlyMap<string, number>;
}

/**
 * What every row that a batch changes was before each of its blocks. Undoing blocks is writing these
 * back, whatever the rules were by which the rows came about.
 */
export function undoImages(changes: BatchChanges, columns: KnownColumns): UndoRow[] {
  return [
    ...images('position', changes.positions, (position) =>
      rowOf(position, implementationColumn(position, columns.implementations)),
    ),
    ...images('quotation', changes.quotations, (quotation, key) =>
      quotationRowOf(quotation, columns.terms.get(key) ?? TERMS.unread),
    ),
    ...images('offer', changes.offers, offerRowOf),
  ];
}

function images<T>(
  kind: string,
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

interface Replaced<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** What undoing changes, and the rows that are to be written; rows that were not there are deleted. */
export interface Restored {
  readonly positions: Replaced<PositionRecord>[];
  readonly quotations: Replaced<Quotation>[];
  readonly offers: Replaced<Offer>[];
  readonly positionRows: PositionRow[];
  readonly quotationRows: QuotationRow[];
  readonly offerRows: OfferRow[];
}

/** Finds what rows were before the blocks after `block`. */
export async function restoredRows(
  transaction: Transaction<IndexerTables>,
  block: number,
): Promise<Restored> {
  const undo = await transaction
    .selectFrom('indexer_undo')
    .selectAll()
    .where('block', '>', block)
    .orderBy('block')
    .execute();
  const first = new Map<string, string | null>();
  for (const { key, before } of undo) if (!first.has(key)) first.set(key, before);
  const restored: Restored = {
    positions: [],
    quotations: [],
    offers: [],
    positionRows: [],
    quotationRows: [],
    offerRows: [],
  };
  for (const [image, before] of first) {
    const at = image.indexOf(' ');
    const [kind, key] = [image.slice(0, at), image.slice(at + 1)];
    if (kind === 'position') await restorePosition(transaction, restored, key, before);
    else if (kind === 'quotation') await restoreQuotation(transaction, restored, key, before);
    else await restoreOffer(transaction, restored, key, before);
  }
  return restored;
}

async function restorePosition(
  transaction: Transaction<IndexerTables>,
  { positions, positionRows }: Restored,
  address: string,
  before: string | null,
): Promise<void> {
  const row: PositionRow | undefined = before === null ? undefined : JSON.parse(before);
  const current = await transaction
    .selectFrom('indexer_positions')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirst();
  positions.push({ before: current && recordOf(current), after: row && recordOf(row) });
  if (row) positionRows.push(row);
  else await transaction.deleteFrom('indexer_positions').where('address', '=', address).execute();
}

async function restoreQuotation(
  transaction: Transaction<IndexerTables>,
  { quotations, quotationRows }: Restored,
  key: string,
  before: string | null,
): Promise<void> {
  const row: QuotationRow | undefined = before === null ? undefined : JSON.parse(before);
  const current = await transaction
    .selectFrom('indexer_quotations')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  quotations.push({ before: current && quotationOf(current), after: row && quotationOf(row) });
  if (row) quotationRows.push(row);
  else await transaction.deleteFrom('indexer_quotations').where('key', '=', key).execute();
}

async function restoreOffer(
  transaction: Transaction<IndexerTables>,
  { offers, offerRows }: Restored,
  key: string,
  before: string | null,
): Promise<void> {
  const row: OfferRow | undefined = before === null ? undefined : JSON.parse(before);
  const current = await transaction
    .selectFrom('indexer_offers')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  offers.push({ before: current && offerOf(current), after: row && offerOf(row) });
  if (row) offerRows.push(row);
  else await transaction.deleteFrom('indexer_offers').where('key', '=', key).execute();
}
