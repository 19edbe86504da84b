import type { ProductName } from '../chain/implementations.ts';
import { product } from '../orders/products.ts';
import { floorDivide } from '../orders/rounding.ts';
import { paidFor } from '../positions/cost.ts';
import { headlineWorth } from '../positions/headline.ts';
import type { PositionRow } from '../positions/position-view.ts';
import {
  type Contracts,
  contracts,
  ONE_8,
  type Price8,
  type TokenAmount,
  tokenAmount,
  type Usd8,
  usd8,
} from '../units.ts';
import { byText } from './order-of-terms.ts';

/**
 * A part of a position's profit. Sums of rows are the sums of the positions' profits:
 * - `settlement`: realised when the option settled
 * - `closing`: realised when a maker took the side over
 * - `offset`: realised when an opposite position with the same terms in dollars was opened. The
 *   payouts of both positions cancel out, although each position runs until its own settlement
 * - `open`: not realised; at the current price
 */
export interface ProfitRow {
  readonly kind: 'settlement' | 'closing' | 'offset' | 'open';
  readonly account: string;
  /** The positions' keys, the older one first. */
  readonly keys: readonly string[];
  /** Unix seconds; absent while open, and for a settlement whose time is unknown. */
  readonly at?: number;
  readonly txHash?: string;
  readonly asset: string | undefined;
  readonly product: ProductName | undefined;
  /** Ascending. */
  readonly strikes: readonly Price8[];
  readonly expiry: number;
  readonly token: PositionRow['token'];
  readonly contracts: Contracts;
  /** Base units of the token, with fees included. */
  readonly profit: TokenAmount;
  /** Undefined without a price. */
  readonly profitUsd: Usd8 | undefined;
  /**
   * Fees of the trade and of a takeover by a maker, which the profit includes. Undefined when
   * unknown.
   */
  readonly fee: TokenAmount | undefined;
  /** Present for an open row. */
  readonly side?: PositionRow['side'];
  /** Unix seconds of the trade of an open row; absent for a received side. */
  readonly opened?: number;
  /** Present for an open row: a buyer's cost (negative) or a seller's proceeds (positive). */
  readonly cash?: TokenAmount;
  /** Offset contracts of an open row, which `contracts` doesn't include. */
  readonly offset?: Contracts;
}

/** The part of a position that isn't offset. */
interface Lot {
  readonly row: PositionRow;
  contracts: bigint;
  offset: bigint;
  /** A buyer's cost (negative) or a seller's proceeds (positive). */
  cash: bigint;
  cashUsd: bigint | undefined;
  fee: bigint;
  profit: bigint;
  profitUsd: bigint | undefined;
}

/**
 * Returns the profit of all positions as rows: realised rows by time, then open rows. Within an
 * account, positions offset each other first in, first out, if asset, product, strikes, expiry and
 * token are equal. Open rows with the same terms are adjacent. Leaves out positions with an unknown
 * cost or value, and positions that the chain contradicts, like `totalsOf`.
 */
export function profitRows(
  accounts: readonly { readonly account: string; readonly rows: readonly PositionRow[] }[],
): readonly ProfitRow[] {
  const time = ({ at, kind }: ProfitRow) =>
    kind === 'open' ? Number.POSITIVE_INFINITY : (at ?? 0);
  return accounts
    .flatMap(({ account, rows }) => rowsOf(rows).map((row) => ({ ...row, account })))
    .sort((a, b) => (time(a) === time(b) ? 0 : time(a) - time(b)));
}

type OwnRow = Omit<ProfitRow, 'account'>;

function rowsOf(positions: readonly PositionRow[]): readonly OwnRow[] {
  const lots = positions.flatMap(lotOf).sort(byEntry);
  const groups = [...Map.groupBy(lots, termsOf).values()];
  const offsets = groups.flatMap((group) => matchOffsets(group.filter(canOffset)));
  return [...offsets, ...groups.flat().map(restRow)];
}

/**
 * Only an offset in dollars is certain before the settlement, because the price of other tokens
 * still moves. A delivery has no result in cash. A received side wasn't traded when it arrived.
 */
function canOffset({ row }: Lot): boolean {
  const { product: name, isPhysical, isReceived } = row;
  return name !== undefined && product(name).isQuoteCollateral && !isPhysical && !isReceived;
}

/** Orders trades of the same second by their position, so that every read matches the same lots. */
function byEntry({ row: a }: Lot, { row: b }: Lot): number {
  return a.entry.at - b.entry.at || byText(a.key, b.key);
}

function lotOf(row: PositionRow): Lot[] {
  const { profit, profitUsd } = headlineWorth(row) ?? {};
  if (profit === undefined) return [];
  const cash = cashAtEntry(row) ?? 0n;
  return [
    {
      row,
      contracts: row.contracts,
      offset: 0n,
      cash,
      cashUsd: profitUsd === undefined ? undefined : dollarsOf(row, cash),
      fee: feeOf(row),
      profit,
      profitUsd,
    },
  ];
}

/** Returns the cash of a position's first trade, if known; negative for a buyer's cost. */
export function cashAtEntry(row: PositionRow): TokenAmount | undefined {
  const paid = paidFor(row);
  return paid === undefined || row.side === 'seller' ? paid : tokenAmount(-paid);
}

/**
 * Returns the protocol's fee for the trade that opened a position, in base units of the position's
 * token. Zero for a received side.
 */
export function feeOf({ isReceived, fee }: PositionRow): TokenAmount {
  return isReceived ? tokenAmount(0n) : fee;
}

/**
 * Returns the factory's fee at the end of a position: zero unless a maker took it over; undefined
 * when unknown.
 */
export function closingFeeOf({
  isClosedByOffer,
  closingFee,
}: PositionRow): TokenAmount | undefined {
  if (isClosedByOffer !== true) return tokenAmount(0n);
  return closingFee;
}

/** Matches each lot with older lots of the other side, and removes the matched parts from both. */
function matchOffsets(lots: readonly Lot[]): OwnRow[] {
  const rows: OwnRow[] = [];
  const queue: Lot[] = [];
  for (const lot of lots) {
    for (const older of queue) {
      if (older.row.side === lot.row.side || older.contracts === 0n || lot.contracts === 0n)
        continue;
      let count = lot.contracts;
      if (older.contracts < count) count = older.contracts;
      const [a, b] = [takePart(older, count), takePart(lot, count)];
      rows.push({
        ...describe(lot.row),
        kind: 'offset',
        keys: [older.row.key, lot.row.key],
        at: lot.row.entry.at,
        txHash: lot.row.entry.txHash,
        contracts: contracts(count),
        profit: tokenAmount(a.cash + b.cash),
        profitUsd:
          a.cashUsd === undefined || b.cashUsd === undefined
            ? undefined
            : usd8(a.cashUsd + b.cashUsd),
        fee: tokenAmount(a.fee + b.fee),
      });
    }
    queue.push(lot);
  }
  return rows;
}

/** Removes contracts with their share of cash and fee from a lot. Shares are rounded down. */
function takePart(lot: Lot, count: bigint): Pick<Lot, 'cash' | 'cashUsd' | 'fee'> {
  const share = (amount: bigint) => floorDivide(amount * count, lot.contracts);
  const part = {
    cash: share(lot.cash),
    cashUsd: lot.cashUsd === undefined ? undefined : share(lot.cashUsd),
    fee: share(lot.fee),
  };
  lot.contracts -= count;
  lot.offset += count;
  lot.cash -= part.cash;
  lot.fee -= part.fee;
  lot.profit -= part.cash;
  if (lot.cashUsd !== undefined) lot.cashUsd -= part.cashUsd ?? 0n;
  if (lot.profitUsd !== undefined) lot.profitUsd -= part.cashUsd ?? 0n;
  return part;
}

/**
 * Returns the row for the part of a lot's profit that no offset realised. Payouts of offset parts
 * cancel out in the sum.
 */
function restRow({ row, profit, profitUsd, fee, cash, contracts: count, offset }: Lot): OwnRow {
  const isEnded = row.state === 'settled' || row.state === 'closed';
  const closingFee = closingFeeOf(row);
  return {
    ...describe(row),
    kind: row.isClosedByOffer === true ? 'closing' : isEnded ? 'settlement' : 'open',
    keys: [row.key],
    ...(isEnded && row.end !== undefined ? row.end : {}),
    contracts: contracts(count),
    profit: tokenAmount(profit),
    profitUsd: profitUsd === undefined ? undefined : usd8(profitUsd),
    fee: closingFee === undefined ? undefined : tokenAmount(fee + closingFee),
    ...(isEnded ? {} : { side: row.side, cash: tokenAmount(cash), offset: contracts(offset) }),
    ...(isEnded || row.isReceived || row.entry.at === 0 ? {} : { opened: row.entry.at }),
  };
}

function describe({ asset, product, strikes, expiry, token }: PositionRow) {
  return { asset, product, strikes, expiry, token };
}

/** Returns a text that is equal for lots that may offset each other. */
function termsOf({ row, cashUsd }: Lot): string {
  const { asset, product: name, strikes, expiry, token, address } = row;
  // Unknown terms match only the same option.
  const known = asset === undefined || name === undefined ? address : `${asset} ${name}`;
  return [known, ...strikes, expiry, token.address, cashUsd === undefined].join(' ');
}

/** Returns a token amount in dollars at the position's own price, rounded down. */
function dollarsOf(row: PositionRow, amount: bigint): bigint | undefined {
  const { product: name, token, settlementPrice, spot } = row;
  if (name === undefined) return undefined;
  const price = product(name).isQuoteCollateral ? ONE_8 : (settlementPrice ?? spot?.price);
  return price === undefined
    ? undefined
    : floorDivide(amount * price, 10n ** BigInt(token.decimals));
}
