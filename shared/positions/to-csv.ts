import { csvText, csvTime } from '../csv.ts';
import { exactAmount } from '../format.ts';
import type { PositionRow } from './position-view.ts';

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

type CsvColumn = (typeof CSV_COLUMNS)[number];

/** Columns whose cells contain words. */
type CsvTexts = Pick<
  Record<CsvColumn, string>,
  'state' | 'product' | 'side' | 'acquired' | 'verification'
>;

/** A language's table format for spreadsheets. */
export interface CsvFormat {
  readonly headingOf: (column: CsvColumn) => string;
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
  readonly textsOf: (row: PositionRow) => CsvTexts;
}

/**
 * Returns positions as a table (see `csvText`): amounts exact and ungrouped, names as shown on the
 * pages, times in ISO 8601 UTC. Cells of unknown values are empty.
 */
export function positionsToCsv(rows: readonly PositionRow[], format: CsvFormat): string {
  const lines = rows.map((row) => {
    const cells = { ...cellsOf(row, format.decimal), ...format.textsOf(row) };
    return CSV_COLUMNS.map((column) => cells[column]);
  });
  return csvText([CSV_COLUMNS.map(format.headingOf), ...lines], format.separator);
}

/**
 * Returns the sum of the fees for the trade and for closing; undefined if either fee is unknown.
 */
function feesOf(row: PositionRow): bigint | undefined {
  const { isReceived, isClosedByOffer, fee, closingFee } = row;
  if (isReceived) return undefined;
  if (isClosedByOffer !== true) return fee;
  return closingFee === undefined ? undefined : fee + closingFee;
}

function cellsOf(
  row: PositionRow,
  decimal: CsvFormat['decimal'],
): Record<Exclude<CsvColumn, keyof CsvTexts>, string> {
  const { token, worth } = row;
  const exact = (units: bigint, decimals: number) =>
    exactAmount(units, decimals).replace('.', decimal);
  const scaled = (units: bigint | undefined, decimals: number) =>
    units === undefined ? '' : exact(units, decimals);
  const amount = (units: bigint | undefined) => scaled(units, token.decimals);
  return {
    asset: row.asset ?? '',
    strikes: row.strikes.map((strike) => exact(strike, 8)).join(' '),
    expiry: csvTime(row.expiry),
    contracts: amount(row.contracts),
    token: token.symbol ?? token.address,
    premium: amount(row.isReceived ? row.enteredCost : row.premium),
    fee: amount(feesOf(row)),
    collateral: amount(row.collateral),
    value: amount(worth?.value),
    profit: amount(worth?.profit),
    valueUsd: scaled(worth?.valueUsd, 8),
    profitUsd: scaled(worth?.profitUsd, 8),
    profitPercent: scaled(worth?.profitBps, 2),
    settlementPrice: scaled(row.settlementPrice, 8),
    opened: csvTime(row.entry.at),
    ended: row.end === undefined ? '' : csvTime(row.end.at),
    option: row.address,
    buyer: row.buyer,
    seller: row.seller,
    referrer: row.referrer,
    openedBy: row.entry.txHash,
    endedBy: row.end?.txHash ?? '',
  };
}
