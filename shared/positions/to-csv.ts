import { exactAmount } from '../format.ts';
import type { PositionRow, PositionWorth } from '../messages/positions.ts';

/** Columns of the export, in their order. */
export const CSV_COLUMNS = [
  'state',
  'asset',
  'product',
  'side',
  'strikes',
  'expiry',
  'contracts',
  'token',
  'premium',
  'fee',
  'collateral',
  'value',
  'profit',
  'valueUsd',
  'profitUsd',
  'profitPercent',
  'settlementPrice',
  'opened',
  'ended',
  'verification',
  'option',
  'buyer',
  'seller',
  'referrer',
  'openedBy',
  'endedBy',
] as const;

export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** Cells that a spreadsheet would take for a formula begin so (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Positions as comma-separated values (RFC 4180): amounts exact and ungrouped with a decimal point,
 * times in ISO 8601 UTC, unknown as nothing. A text that a spreadsheet would run gets an apostrophe.
 */
export function positionsToCsv(
  rows: readonly PositionRow[],
  headings: Readonly<Record<CsvColumn, string>>,
): string {
  const lines = rows.map((row) => {
    const cells = cellsOf(row);
    return CSV_COLUMNS.map((column) => cells[column]);
  });
  return [CSV_COLUMNS.map((column) => headings[column]), ...lines]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('');
}

function cellsOf(row: PositionRow): Record<CsvColumn, string> {
  const { token, worth, verification, disagreements } = row;
  const amount = (units: string | undefined) =>
    units === undefined ? '' : exactAmount(BigInt(units), token.decimals);
  return {
    state: row.state,
    asset: row.asset ?? '',
    product: row.product ?? '',
    side: row.side,
    strikes: row.strikes.map((strike) => exactAmount(BigInt(strike), 8)).join(' '),
    expiry: isoTime(row.expiry),
    contracts: amount(row.contracts),
    token: token.symbol ?? token.address,
    premium: amount(row.premium),
    fee: amount(row.fee),
    collateral: amount(row.collateral),
    value: amount(worth?.value),
    profit: amount(worth?.profit),
    valueUsd: scaled(worth, 'valueUsd', 8),
    profitUsd: scaled(worth, 'profitUsd', 8),
    profitPercent: scaled(worth, 'profitBps', 2),
    settlementPrice:
      row.settlementPrice === undefined ? '' : exactAmount(BigInt(row.settlementPrice), 8),
    opened: isoTime(row.entry.at),
    ended: row.end === undefined ? '' : isoTime(row.end.at),
    verification:
      disagreements.length === 0 ? verification : `${verification}: ${disagreements.join(' ')}`,
    option: row.address,
    buyer: row.buyer,
    seller: row.seller,
    referrer: row.referrer,
    openedBy: row.entry.txHash,
    endedBy: row.end?.txHash ?? '',
  };
}

function scaled(
  worth: PositionWorth | undefined,
  name: 'valueUsd' | 'profitUsd' | 'profitBps',
  decimals: number,
): string {
  const found = worth?.[name];
  return found === undefined ? '' : exactAmount(BigInt(found), decimals);
}

/** The last moment that a date can hold, in seconds: indexers may tell of later ones. */
const LATEST = 8_640_000_000_000;

/** Nothing for a time that is not known. */
function isoTime(seconds: number): string {
  return seconds <= 0 || seconds >= LATEST
    ? ''
    : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
