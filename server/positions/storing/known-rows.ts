import type { Transaction } from 'kysely';
import type { Address } from 'viem';
import type { TransactionEvents } from '../../../shared/positions/from-logs.ts';
import type { Offer, Quotation } from '../../../shared/positions/quotation.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { parts } from '../../database/bulk.ts';
import { type Known, touchedOptions, touchedQuotations } from './batch.ts';
import { positionOf } from './position-row.ts';
import { offerOf, quotationOf } from './quotation-row.ts';
import type { IndexerTables } from './tables.ts';
import type { KnownColumns } from './undo.ts';
import type { ReportUnreadable } from './unreadable.ts';

export const KEYS_PER_READ = 512;

/** Reads the stored rows that transactions may change. */
export async function knownRows(
  transaction: Transaction<IndexerTables>,
  transactions: readonly TransactionEvents[],
  report: ReportUnreadable,
): Promise<Known & { readonly columns: KnownColumns }> {
  const positions = new Map<Address, PositionRecord>();
  const implementations = new Map<string, string>();
  for (const addresses of parts(touchedOptions(transactions), KEYS_PER_READ))
    for (const row of await transaction
      .selectFrom('indexer_positions')
      .selectAll()
      .where('address', 'in', addresses)
      .execute()) {
      const position = positionOf(row);
      if (position === undefined) report('indexer_positions', row.address);
      else positions.set(position.address, position);
      implementations.set(row.address, row.implementation);
    }
  const quotations = new Map<string, Quotation>();
  const terms = new Map<string, number>();
  const offers = new Map<string, Offer>();
  for (const keys of parts(touchedQuotations(transactions), KEYS_PER_READ)) {
    for (const row of await transaction
      .selectFrom('indexer_quotations')
      .selectAll()
      .where('key', 'in', keys)
      .execute()) {
      const quotation = quotationOf(row);
      if (quotation === undefined) report('indexer_quotations', row.key);
      else quotations.set(row.key, quotation);
      terms.set(row.key, row.has_terms);
    }
    for (const row of await transaction
      .selectFrom('indexer_offers')
      .selectAll()
      .where('quotation', 'in', keys)
      .execute()) {
      const offer = offerOf(row);
      if (offer === undefined) report('indexer_offers', row.key);
      else offers.set(row.key, offer);
    }
  }
  return { positions, quotations, offers, columns: { implementations, terms } };
}
