import { isDeepStrictEqual } from 'node:util';
import type { TransactionEvents, TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { applyBatch } from '../storing/batch.ts';
import { positionRowOf } from '../storing/position-row.ts';
import type { StoredPosition } from '../storing/row-schemas.ts';

/** Columns that were read from the contract when its first event has an unknown shape. */
const TERMS = [
  'status',
  'collateral_token',
  'price_feed',
  'strikes',
  'expiry',
  'num_contracts',
  'collateral_amount',
  'option_type',
] as const satisfies readonly (keyof StoredPosition)[];

/**
 * Returns true when an option's transactions, in chain order, lead to exactly this row. Its
 * implementation isn't in events, and is compared by the caller.
 */
export function isReplayed(
  row: StoredPosition,
  transactions: readonly TransactionEvents[],
  trusted: TrustedEmitters,
): boolean {
  const nothing = { positions: new Map(), quotations: new Map(), offers: new Map() };
  const { positions } = applyBatch(transactions, nothing, trusted);
  const record = [...positions].find(([address]) => address === row.address)?.[1].after;
  if (record === undefined) return false;
  const replayed: Record<string, unknown> = { ...positionRowOf(record, row.implementation) };
  if (record.strikes.length === 0) for (const column of TERMS) replayed[column] = row[column];
  return isDeepStrictEqual(replayed, { ...row });
}
