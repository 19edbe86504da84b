import type { ListedSpot, OrderRow } from '../messages/market.ts';
import type { Roll } from '../messages/roll.ts';
import { product } from '../orders/products.ts';
import { floorDivide } from '../orders/rounding.ts';
import { floorContracts } from '../orders/sizing.ts';
import type { PositionRow } from '../positions/position-view.ts';
import type { QuotationView } from '../quotations/view.ts';
import { contracts, ONE_8, type Usd8, usd8 } from '../units.ts';
import { cashOf, type DeskFill, fillOf, toPrice8 } from './offer.ts';
import { oneRowPerTerms, rankedQuotes } from './one-row-per-terms.ts';
import { byStrikes } from './order-of-terms.ts';

/** A live quote that a position can be rolled into. */
export interface RollTarget {
  readonly fill: DeskFill;
  /** Dollars that opening brings; negative for a cost. */
  readonly cash: Usd8;
  /** True when the maker has less left than the position's contracts. */
  readonly isPart: boolean;
}

/**
 * The money that closing brings, in base units of the position's token; negative for a cost.
 * `received` is a fact, `offer` the best one that can be accepted now, `model` an estimate.
 */
export interface ClosingCash {
  readonly units: bigint;
  readonly from: 'received' | 'offer' | 'model';
}

/**
 * `closing`: the account holds the side. `opening`: makers took it over. `opened`: both parts are
 * done. `gone`: the side ended or left in another way.
 */
export type RollStep = 'closing' | 'opening' | 'opened' | 'gone';

/**
 * Returns the live quotes of a position's product and side with another expiry or other strikes, each
 * sized to the position or to what its maker has left: later expiries first, the nearest ones first
 * among them, and per expiry the nearest strikes.
 */
export function rollTargets(
  position: PositionRow,
  rows: readonly OrderRow[],
  market: { readonly spot: ListedSpot; readonly now: number },
): readonly RollTarget[] {
  const strikes = position.strikes.map((strike) => Number(strike) / 1e8);
  const side = position.side === 'buyer' ? 'buy' : 'sell';
  const usable = rows.filter(
    (row) =>
      row.side === side &&
      row.asset === position.asset &&
      row.product === position.product &&
      row.isChecked &&
      row.quoteEnds > market.now &&
      !(row.expiry === position.expiry && byStrikes(row.strikes, strikes) === 0),
  );
  const away = (row: OrderRow) =>
    row.strikes.reduce((sum, strike, i) => sum + Math.abs(strike - (strikes[i] ?? 0)), 0);
  const isEarlier = ({ expiry }: OrderRow) => (expiry < position.expiry ? 1 : 0);
  return oneRowPerTerms(usable)
    .toSorted((a, b) => isEarlier(a) - isEarlier(b) || a.expiry - b.expiry || away(a) - away(b))
    .flatMap((row) => targetOf(row, position, market.spot) ?? []);
}

/** Returns the best live quote for what a roll opens; undefined when nobody quotes it now. */
export function rollTarget(
  roll: Roll,
  rows: readonly OrderRow[],
  market: { readonly spot: ListedSpot; readonly now: number },
): RollTarget | undefined {
  const { to } = roll;
  const strikes = to.strikes.map((strike) => Number(strike) / 1e8);
  const [quote] = rankedQuotes(
    rows.filter(
      (row) =>
        row.side === to.side &&
        row.asset === to.asset &&
        row.product === to.product &&
        row.expiry === to.expiry &&
        row.collateralSymbol === roll.collateralSymbol &&
        byStrikes(row.strikes, strikes) === 0 &&
        row.isChecked &&
        row.quoteEnds > market.now,
    ),
  );
  return quote && sized(quote, BigInt(roll.contracts), market.spot);
}

/** Returns what closing brings, as far as it is known: a receipt, an offer, or the model's value. */
export function closingCash(
  position: PositionRow,
  request: QuotationView | undefined,
): ClosingCash | undefined {
  const { worth, model, side } = position;
  if (position.isClosedByOffer === true && worth !== undefined)
    return { units: BigInt(worth.value), from: 'received' };
  if (request?.stage === 'settled')
    return request.paid && { units: -paidOf(request.paid, request.isBuyer), from: 'received' };
  const [offer] = request?.stage === 'collecting' ? request.offers : [];
  if (offer?.state === 'open' && offer.net !== undefined)
    return { units: side === 'buyer' ? BigInt(offer.net) : -BigInt(offer.net), from: 'offer' };
  return model && { units: BigInt(model.value), from: 'model' };
}

/** Negative for a seller of the side, who gets the amount less the fee. */
function paidOf({ amount, fee }: NonNullable<QuotationView['paid']>, isBuyer: boolean): bigint {
  return isBuyer ? BigInt(amount) : BigInt(fee) - BigInt(amount);
}

/** Returns an amount of a position's token in dollars at today's spot price; rounded down. */
export function positionDollars(
  { product: name, token }: PositionRow,
  units: bigint,
  spot: ListedSpot,
): Usd8 {
  const isQuote = name !== undefined && product(name).isQuoteCollateral;
  const price = isQuote ? ONE_8 : toPrice8(spot.price);
  return usd8(floorDivide(units * price, 10n ** BigInt(token.decimals)));
}

/**
 * Returns how far a roll is, from the account's positions.
 * @param request the newest one about the position
 */
export function rollStep(
  roll: Roll,
  {
    position,
    request,
    rows,
  }: {
    readonly position: PositionRow | undefined;
    readonly request: QuotationView | undefined;
    readonly rows: readonly PositionRow[];
  },
): RollStep {
  const isSold = position?.isClosedByOffer === true || request?.stage === 'settled';
  if (position?.state === 'open' && !isSold) return 'closing';
  if (openedBy(roll, rows) !== undefined) return 'opened';
  return isSold ? 'opening' : 'gone';
}

/** Returns the position that the account opened since the roll began, with the roll's terms. */
export function openedBy(
  { to, side, at }: Roll,
  rows: readonly PositionRow[],
): PositionRow | undefined {
  return rows.find(
    (row) =>
      row.state === 'open' &&
      row.side === side &&
      row.asset === to.asset &&
      row.product === to.product &&
      row.expiry === to.expiry &&
      row.strikes.join() === to.strikes.join() &&
      !row.isReceived &&
      row.entry.at * 1000 >= at - CLOCKS_MS,
  );
}

/** The chain's time can be behind the browser's. */
const CLOCKS_MS = 60_000;

function targetOf(row: OrderRow, position: PositionRow, spot: ListedSpot): RollTarget | undefined {
  const scale = 10n ** BigInt(row.collateralDecimals);
  const all = (BigInt(position.contracts) * scale) / 10n ** BigInt(position.token.decimals);
  return sized(row, all, spot);
}

function sized(row: OrderRow, all: bigint, spot: ListedSpot): RollTarget | undefined {
  const left = BigInt(row.available);
  const count = floorContracts(left < all ? left : all, row.collateralDecimals);
  const fill = count > 0n ? fillOf(row, contracts(count), spot) : undefined;
  return fill && { fill, cash: cashOf(fill), isPart: left < all };
}
