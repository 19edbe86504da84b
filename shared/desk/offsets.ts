import type { ListedSpot, OrderRow } from '../messages/market.ts';
import { floorDivide } from '../orders/rounding.ts';
import { floorContracts } from '../orders/sizing.ts';
import type { PositionRow } from '../positions/position-view.ts';
import { type Contracts, contracts, ONE_8, type Usd8, usd8 } from '../units.ts';
import { ranked } from './chain.ts';
import { paidFor } from './holding.ts';
import { cashOf, type DeskFill, fillOf } from './offer.ts';
import { byStrikes } from './order-of-terms.ts';

/**
 * Exposure that stays after an opposite fill, because both positions run on until they settle:
 * - `two settlements`: each option settles for itself, and has to be paid out by itself
 * - `remaining contracts`: the quote doesn't cover all contracts
 * - `locked collateral`: the sold side locks collateral until then
 * - `two tokens`: the two sides pay in different tokens
 * - `delivery`: the bought option has to be exercised, and the sold one may be
 */
type RemainingExposure =
  | 'two settlements'
  | 'remaining contracts'
  | 'locked collateral'
  | 'two tokens'
  | 'delivery';

/** An opposite quote for a position. The position isn't closed by it: two positions offset. */
export interface Offset {
  readonly fill: DeskFill;
  /** Contracts of the position that stay without an opposite, in its token's decimals. */
  readonly remaining: Contracts;
  /**
   * Profit of the offset contracts of both positions in dollars, whatever the settlement price;
   * negative for a loss. Tokens count at today's spot price. Undefined for an unknown cost, and for
   * a delivery.
   */
  readonly result: Usd8 | undefined;
  /** Never empty. */
  readonly exposure: readonly RemainingExposure[];
}

/**
 * Returns the live quotes with a position's terms and the opposite side, the best price first. Each
 * is sized to the position, or to what the maker has left. Leaves out quotes with an unchecked
 * signature, without budget, or ended. A position that isn't verified on the chain has none: an
 * invented one would make the user trade against nothing.
 */
export function offsetsFor(
  position: PositionRow,
  rows: readonly OrderRow[],
  market: { readonly spot: ListedSpot; readonly now: number },
): readonly Offset[] {
  if (position.state !== 'open' || position.verification !== 'verified') return [];
  if (position.token.symbol === undefined) return [];
  const strikes = position.strikes.map((strike) => Number(strike) / 1e8);
  const side = position.side === 'buyer' ? 'sell' : 'buy';
  const opposite = rows.filter(
    (row) =>
      row.side === side &&
      row.asset === position.asset &&
      row.product === position.product &&
      row.expiry === position.expiry &&
      byStrikes(row.strikes, strikes) === 0 &&
      row.isChecked &&
      row.quoteEnds > market.now,
  );
  return ranked(opposite).flatMap((row) => offsetBy(position, row, market.spot) ?? []);
}

function offsetBy(position: PositionRow, row: OrderRow, spot: ListedSpot): Offset | undefined {
  const { token } = position;
  const rescale = (count: bigint, from: number, to: number) =>
    (count * 10n ** BigInt(to)) / 10n ** BigInt(from);
  const all = BigInt(position.contracts);
  let count = rescale(all, token.decimals, row.collateralDecimals);
  if (BigInt(row.available) < count) count = BigInt(row.available);
  const size = floorContracts(count, row.collateralDecimals);
  const fill = size > 0n ? fillOf(row, size, spot) : undefined;
  if (fill === undefined) return undefined;
  const offset = rescale(size, row.collateralDecimals, token.decimals);
  const paid = paidFor(position);
  const cash = paid === undefined ? undefined : position.side === 'buyer' ? -paid : paid;
  const tokenPrice = fill.terms.product.isQuoteCollateral ? ONE_8 : fill.spot;
  const before =
    cash === undefined || position.isPhysical
      ? undefined
      : floorDivide(cash * offset * tokenPrice, all * 10n ** BigInt(token.decimals));
  const exposure: readonly (RemainingExposure | false)[] = [
    'two settlements',
    'locked collateral',
    offset < all && 'remaining contracts',
    row.collateralSymbol !== token.symbol && 'two tokens',
    position.isPhysical && 'delivery',
  ];
  return {
    fill,
    remaining: contracts(all - offset),
    result: before === undefined ? undefined : usd8(before + cashOf(fill)),
    exposure: exposure.filter((one) => one !== false),
  };
}
