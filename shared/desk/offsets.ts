import type { ListedSpot, OrderRow } from '../messages/market.ts';
import { floorDivide } from '../orders/rounding.ts';
import { paidFor } from '../positions/cost.ts';
import type { PositionRow } from '../positions/position-view.ts';
import { type Contracts, contracts, ONE_8, toNumber8, type Usd8, usd8 } from '../units.ts';
import { fillOfAtMost, liveQuotes, rescale } from './book-quotes.ts';
import { cashOf, type DeskFill } from './offer.ts';

/**
 * Exposure that stays after an opposite fill, because both positions run on until they settle:
 * - `twoSettlements`: each option settles and is paid out separately
 * - `remainingContracts`: the quote doesn't cover all contracts
 * - `lockedCollateral`: the sold side locks collateral until its settlement
 * - `twoTokens`: the two sides pay in different tokens
 * - `delivery`: the user has to exercise the bought option, and the buyer may exercise the sold
 *   option
 */
type RemainingExposure =
  | 'twoSettlements'
  | 'remainingContracts'
  | 'lockedCollateral'
  | 'twoTokens'
  | 'delivery';

/**
 * A quote opposite to a position. The fill doesn't close the position: the two positions offset
 * each other.
 */
export interface Offset {
  readonly fill: DeskFill;
  /** Contracts of the position that aren't offset, in its token's decimals. */
  readonly remaining: Contracts;
  /**
   * Profit of the offset contracts of both positions in dollars, the same at every settlement
   * price; negative for a loss. Tokens are valued at today's spot price. Undefined for an unknown
   * cost or a delivery.
   */
  readonly result: Usd8 | undefined;
  /** Never empty. */
  readonly exposure: readonly RemainingExposure[];
}

/**
 * Returns the live quotes with a position's terms on the opposite side, the best price first. Each
 * has the size of the position, or the maker's remaining budget if that is smaller. Leaves out
 * quotes that are expired, without budget, or have an unchecked signature. A position that isn't
 * verified on the chain has no offsets: if it were invented, the user would offset nothing.
 */
export function offsetsFor(
  position: PositionRow,
  rows: readonly OrderRow[],
  market: { readonly spot: ListedSpot; readonly now: number },
): readonly Offset[] {
  if (position.state !== 'open' || position.verification !== 'verified') return [];
  if (position.token.symbol === undefined) return [];
  const strikes = position.strikes.map(toNumber8);
  const side = position.side === 'buyer' ? 'sell' : 'buy';
  return liveQuotes({ ...position, strikes }, side, { rows, now: market.now }).flatMap(
    (row) => offsetBy(position, row, market.spot) ?? [],
  );
}

function offsetBy(position: PositionRow, row: OrderRow, spot: ListedSpot): Offset | undefined {
  const { token } = position;
  const all = position.contracts;
  const fill = fillOfAtMost(row, { contracts: contracts(all), decimals: token.decimals }, spot);
  if (fill === undefined) return undefined;
  const offset = rescale(fill.contracts, row.collateralDecimals, token.decimals);
  const paid = paidFor(position);
  const cash = paid === undefined ? undefined : position.side === 'buyer' ? -paid : paid;
  const tokenPrice = fill.terms.product.isQuoteCollateral ? ONE_8 : fill.spot;
  const before =
    cash === undefined || position.isPhysical
      ? undefined
      : floorDivide(cash * offset * tokenPrice, all * 10n ** BigInt(token.decimals));
  const exposure: readonly (RemainingExposure | false)[] = [
    'twoSettlements',
    'lockedCollateral',
    offset < all && 'remainingContracts',
    row.collateralSymbol !== token.symbol && 'twoTokens',
    position.isPhysical && 'delivery',
  ];
  return {
    fill,
    remaining: contracts(all - offset),
    result: before === undefined ? undefined : usd8(before + cashOf(fill)),
    exposure: exposure.filter((one) => one !== false),
  };
}
