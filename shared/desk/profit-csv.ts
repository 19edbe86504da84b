import { csvText, csvTime } from '../csv.ts';
import { exactAmount } from '../format.ts';
import { product } from '../orders/products.ts';
import type { ProfitRow } from './profit-rows.ts';

/** Columns of the profit table. Programs may depend on names and order, so don't change them. */
export const PROFIT_COLUMNS = [
  'time',
  'kind',
  'asset',
  'product',
  'strikes',
  'expiry',
  'contracts',
  'token',
  'profit',
  'profit_usd',
  'fee',
  'transaction',
  'positions',
  'account',
  'opened',
  'cost',
] as const;

/**
 * Returns rows as a table whose profits add up to the shown totals: exact amounts with a decimal
 * point, times in ISO 8601 UTC, and the protocol's product names. The profit includes the fee. Only
 * open rows have an opening time and a cost, which is negative for a seller's proceeds.
 */
export function profitToCsv(rows: readonly ProfitRow[]): string {
  const lines = rows.map((row) => [
    csvTime(row.at ?? 0),
    row.kind,
    row.asset ?? '',
    row.product ?? '',
    strikesOf(row),
    csvTime(row.expiry),
    exactAmount(row.contracts, row.token.decimals),
    row.token.symbol ?? row.token.address,
    exactAmount(row.profit, row.token.decimals),
    row.profitUsd === undefined ? '' : exactAmount(row.profitUsd, 8),
    row.fee === undefined ? '' : exactAmount(row.fee, row.token.decimals),
    row.txHash ?? '',
    row.keys.join(' '),
    row.account,
    csvTime(row.opened ?? 0),
    row.cash === undefined ? '' : exactAmount(-row.cash, row.token.decimals),
  ]);
  return csvText([PROFIT_COLUMNS, ...lines]);
}

/** Columns of Koinly's universal format, which other tax programs read too. */
const TAX_COLUMNS = [
  ...['Date', 'Sent Amount', 'Sent Currency', 'Received Amount', 'Received Currency'],
  ...['Fee Amount', 'Fee Currency', 'Net Worth Amount', 'Net Worth Currency'],
  ...['Label', 'Description', 'TxHash'],
];

/**
 * Returns the rows for a tax program: realised rows with a time and a profit or loss other than
 * zero.
 */
export function taxedRows(rows: readonly ProfitRow[]): readonly ProfitRow[] {
  return rows.filter(
    ({ kind, at = 0, profit }) => kind !== 'open' && csvTime(at) !== '' && profit !== 0n,
  );
}

/**
 * Returns the realised rows for a tax program: a gain is received and a loss is sent, both labelled
 * as a realised gain. Premium, fee, payout and returned collateral aren't listed, because the gain
 * includes them.
 */
export function profitToTaxCsv(rows: readonly ProfitRow[]): string {
  const lines = taxedRows(rows).map(({ at = 0, token, profit, profitUsd, txHash = '', ...row }) => {
    const size = exactAmount(profit < 0n ? -profit : profit, token.decimals);
    const moved = [size, token.symbol ?? token.address];
    const usd = profitUsd === undefined ? undefined : profitUsd < 0n ? -profitUsd : profitUsd;
    return [
      `${csvTime(at).slice(0, 16).replace('T', ' ')} UTC`,
      ...(profit < 0n ? [...moved, '', ''] : ['', '', ...moved]),
      ...['', ''],
      ...(usd === undefined ? ['', ''] : [exactAmount(usd, 8), 'USD']),
      'realized gain',
      descriptionOf(row),
      txHash,
    ];
  });
  return csvText([TAX_COLUMNS, ...lines]);
}

/** Returns a description for a tax program, in English like the columns. */
function descriptionOf(row: Pick<ProfitRow, 'kind' | 'asset' | 'product' | 'strikes' | 'expiry'>) {
  const name = row.product === undefined ? 'Option' : product(row.product).label;
  const day = csvTime(row.expiry).slice(0, 10);
  return `${row.asset ?? ''} ${name} ${strikesOf(row)} ${day} (${row.kind})`.trim();
}

function strikesOf({ strikes }: Pick<ProfitRow, 'strikes'>): string {
  return strikes.map((strike) => exactAmount(strike, 8)).join(' ');
}
