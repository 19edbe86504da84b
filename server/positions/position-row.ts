import { parsePosition } from '../../shared/positions/parse-position.ts';
import type { PositionRecord } from '../../shared/positions/record.ts';
import { positionToWire } from '../../shared/positions/to-wire.ts';
import type { Side } from '../../shared/positions/value.ts';
import { unixSeconds } from '../../shared/units.ts';
import type { PositionRow } from './tables.ts';

/** Columns that a list needs to publish a position. */
export type ListedRow = Pick<
  PositionRow,
  'body' | 'status' | 'expiry' | 'is_itm' | 'buyer_profit' | 'seller_profit'
>;

const NO_PROFIT = '"pnlUsd":null,"pnlPct":null';

/** A record as it is stored. */
export function rowOf(position: PositionRecord, implementation: string): PositionRow {
  const settled = position.status === 'settled';
  return {
    address: position.address,
    status: position.status,
    source: position.source,
    buyer: position.buyer,
    seller: position.seller,
    referrer: position.referrer,
    implementation,
    entry_block: position.entry.block,
    entry_log: position.entry.logIndex,
    entry_time: position.entry.timestamp,
    close_time: position.close?.timestamp ?? null,
    expiry: position.expiry,
    is_itm: (position.settlement?.payoutBuyer ?? 0n) > 0n ? 1 : 0,
    body: bodyOf(position),
    buyer_profit: settled ? profitOf(position, 'buyer') : NO_PROFIT,
    seller_profit: settled ? profitOf(position, 'seller') : NO_PROFIT,
  };
}

/** The record of a stored row. */
export function recordOf(row: Pick<PositionRow, 'body' | 'entry_log' | 'source'>): PositionRecord {
  const parsed = parsePosition(JSON.parse(`${row.body}}`));
  if (typeof parsed === 'string') throw new Error(`a stored position has no readable ${parsed}`);
  const { position } = parsed;
  const source = row.source === 'factory' ? 'factory' : 'book';
  return { ...position, source, entry: { ...position.entry, logIndex: row.entry_log } };
}

/** The wire record as text: what is stored, and what depends on the time and on who asks. */
export function publishedText(row: ListedRow, now: number, side?: Side): string {
  const status = `"optionStatus":"${optionStatusOf(row, now)}"`;
  if (side === undefined) return `${row.body},${status}}`;
  const profit = side === 'buyer' ? row.buyer_profit : row.seller_profit;
  return `${row.body},${status},"side":"${side}",${profit}}`;
}

export function optionStatusOf(
  row: Pick<ListedRow, 'status' | 'expiry' | 'is_itm'>,
  now: number,
): string {
  if (row.status === 'closed') return 'closed';
  if (row.status === 'settled') return row.is_itm === 1 ? 'settled-itm' : 'settled-otm';
  return row.expiry > now ? 'active' : 'expired-awaiting-settlement';
}

function bodyOf(position: PositionRecord): string {
  const { optionStatus: _, ...wire } = positionToWire(position, unixSeconds(0));
  return JSON.stringify(wire).slice(0, -1);
}

function profitOf(position: PositionRecord, side: Side): string {
  const { pnlUsd, pnlPct } = positionToWire(position, unixSeconds(0), side);
  return `"pnlUsd":${JSON.stringify(pnlUsd)},"pnlPct":${JSON.stringify(pnlPct)}`;
}

/** What stands in the column: the implementation, else what stood there (read in vain), else nothing. */
export function implementationColumn(
  position: PositionRecord,
  earlier: ReadonlyMap<string, string>,
): string {
  return position.implementation ?? earlier.get(position.address) ?? '';
}
