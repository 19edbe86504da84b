import type { ListedSpot, OrderRow } from '../messages/market.ts';
import { legsPayoff } from '../orders/legs.ts';
import { type FillQuote, quoteFill } from '../orders/quote.ts';
import { floorDivide } from '../orders/rounding.ts';
import { type OptionTerms, termsOf } from '../orders/terms.ts';
import type { TicketInput } from '../orders/ticket.ts';
import {
  type Contracts,
  contracts,
  ONE_8,
  type Price8,
  toPrice8,
  type Usd8,
  usd8,
} from '../units.ts';

/**
 * Returns the input of a ticket's figures for a row; undefined if the product doesn't allow the
 * strikes. The fee is exact only with a spot price from the chain.
 */
export function offerOf(row: OrderRow, spot: ListedSpot | undefined): TicketInput | undefined {
  const terms = termsOf(row.product, row.strikes.map(toPrice8));
  if (terms === undefined) return undefined;
  const price = spot && toPrice8(spot.price);
  return {
    order: { price: row.price, isLong: row.side === 'sell' },
    terms,
    decimals: row.collateralDecimals,
    spot: price,
    oraclePrice: spot?.source === 'chain' ? price : undefined,
  };
}

/** A fill of a live quote; see `fillOf`. */
export interface DeskFill {
  readonly row: OrderRow;
  readonly terms: OptionTerms;
  readonly contracts: Contracts;
  /** Decimals of the collateral token. */
  readonly decimals: number;
  readonly quote: FillQuote;
  /** Spot price at which premium and collateral are converted to dollars. */
  readonly spot: Price8;
}

/**
 * Returns the fill of `count` contracts, which have the collateral's decimals. Returns undefined if
 * the product doesn't allow the strikes.
 */
export function fillOf(row: OrderRow, count: Contracts, spot: ListedSpot): DeskFill | undefined {
  const offer = offerOf(row, spot);
  if (offer === undefined) return undefined;
  const { terms, decimals } = offer;
  const quote = quoteFill({ ...offer, spot: offer.oraclePrice, contracts: count });
  return { row, terms, contracts: count, decimals, quote, spot: toPrice8(spot.price) };
}

export function oneContract(row: OrderRow, spot: ListedSpot): DeskFill | undefined {
  return fillOf(row, contracts(10n ** BigInt(row.collateralDecimals)), spot);
}

/**
 * Returns the taker's profit in dollars at expiry, rounded down. Tokens that change hands at the
 * fill are valued at today's spot price, unlike in `profitCurve`. Fills with several tokens
 * therefore add up, and a spread on the underlying has a limited loss.
 */
export function profitToday(fill: DeskFill, settlementPrice: Price8): Usd8 {
  const { terms, contracts: count, quote } = fill;
  const payoff = count * legsPayoff(terms.legs, settlementPrice);
  return toDollars(fill, (quote.side === 'buy' ? payoff : -payoff) + scaledCash(fill));
}

/**
 * Returns a fill's possible loss in dollars at a settlement price, rounded up. A seller whose
 * payoff isn't confirmed can lose the whole collateral.
 */
export function riskAt(fill: DeskFill, settlementPrice: Price8): bigint {
  const { terms, quote } = fill;
  if (quote.side === 'buy' || terms.product.isPayoffConfirmed)
    return -profitToday(fill, settlementPrice);
  return -toDollars(fill, scaledCash(fill) - quote.collateral * tokenPriceOf(fill));
}

/**
 * Returns a seller's net premium in dollars, or a buyer's premium as a negative amount; rounded
 * down.
 */
export function cashOf(fill: DeskFill): Usd8 {
  return toDollars(fill, scaledCash(fill));
}

function scaledCash(fill: DeskFill): bigint {
  const { side, premium, receives } = fill.quote;
  return (side === 'buy' ? -premium : receives) * tokenPriceOf(fill);
}

/** Dollars of one collateral token today. */
const tokenPriceOf = ({ terms, spot }: DeskFill): bigint =>
  terms.product.isQuoteCollateral ? ONE_8 : spot;

function toDollars({ decimals }: DeskFill, scaled: bigint): Usd8 {
  return usd8(floorDivide(scaled, 10n ** BigInt(decimals)));
}

/** Returns the dollars that a fill costs now, rounded up. */
export function dollarsPaid(fill: DeskFill): Usd8 {
  return usd8(-toDollars(fill, -fill.quote.pays * tokenPriceOf(fill)));
}

/** Returns the fee of a fill in dollars, rounded up. The premium includes this fee. */
export function dollarsOfFee(fill: DeskFill): Usd8 {
  return usd8(-toDollars(fill, -fill.quote.fee * tokenPriceOf(fill)));
}
