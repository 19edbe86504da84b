import { exactAmount } from '../format.ts';
import type { PositionRow } from './position-view.ts';

/** Columns of the export, in order. */
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
  'acquired',
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

/**
 * First characters of cells that a spreadsheet would treat as a formula (OWASP, "CSV Injection").
 */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/** Cells with words. */
type CsvTexts = Pick<
  Record<CsvColumn, string>,
  'state' | 'product' | 'side' | 'acquired' | 'verification'
>;

/** A language's table format for spreadsheets. */
export interface CsvFormat {
  readonly headings: Readonly<Record<CsvColumn, string>>;
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
  readonly textsOf: (row: PositionRow) => CsvTexts;
}

/**
 * Returns positions as separated values (RFC 4180 except for the separator): amounts exact and
 * ungrouped, words as on the pages, times in ISO 8601 UTC, unknown values empty. Text that a
 * spreadsheet would run gets an apostrophe.
 */
export function positionsToCsv(rows: readonly PositionRow[], format: CsvFormat): string {
  const lines = rows.map((row) => {
    const cells = { ...cellsOf(row, format.decimal), ...format.textsOf(row) };
    return CSV_COLUMNS.map((column) => cells[column]);
  });
  return [CSV_COLUMNS.map((column) => format.headings[column]), ...lines]
    .map((line) => `${line.map(cell).join(format.separator)}\r\n`)
    .join('');
}

function cellsOf(
  row: PositionRow,
  decimal: CsvFormat['decimal'],
): Record<Exclude<CsvColumn, keyof CsvTexts>, string> {
  const { token, worth } = row;
  const exact = (units: bigint, decimals: number) =>
    exactAmount(units, decimals).replace('.', decimal);
  const amount = (units: string | undefined) =>
    units === undefined ? '' : exact(BigInt(units), token.decimals);
  const scaled = (name: 'valueUsd' | 'profitUsd' | 'profitBps', decimals: number) => {
    const found = worth?.[name];
    return found === undefined ? '' : exact(BigInt(found), decimals);
  };
  return {
    asset: row.asset ?? '',
    strikes: row.strikes.map((strike) => exact(BigInt(strike), 8)).join(' '),
    expiry: isoTime(row.expiry),
    contracts: amount(row.contracts),
    token: token.symbol ?? token.address,
    premium: amount(row.isReceived ? row.enteredCost : row.premium),
    fee: amount(row.isReceived ? undefined : row.fee),
    collateral: amount(row.collateral),
    value: amount(worth?.value),
    profit: amount(worth?.profit),
    valueUsd: scaled('valueUsd', 8),
    profitUsd: scaled('profitUsd', 8),
    profitPercent: scaled('profitBps', 2),
    settlementPrice: row.settlementPrice === undefined ? '' : exact(BigInt(row.settlementPrice), 8),
    opened: isoTime(row.entry.at),
    ended: row.end === undefined ? '' : isoTime(row.end.at),
    option: row.address,
    buyer: row.buyer,
    seller: row.seller,
    referrer: row.referrer,
    openedBy: row.entry.txHash,
    endedBy: row.end?.txHash ?? '',
  };
}

/**
 * The year 10,000 in seconds: later dates, which an indexer may report, need more than four digits.
 */
const LATEST = 253_402_300_800;

/** Returns an empty text for an unknown time. */
function isoTime(seconds: number): string {
  return seconds <= 0 || seconds >= LATEST
    ? ''
    : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
