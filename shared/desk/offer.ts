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
 * Returns a row as the input of a ticket's figures; undefined for strikes that its product doesn't
 * allow. The fee is exact only with a spot price of the chain.
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
  /** Spot price in whose dollars premium and collateral count. */
  readonly spot: Price8;
}

/**
 * Returns a fill of a number of contracts, in units of the collateral's decimals; undefined for
 * strikes that the product doesn't allow.
 */
export function fillOf(row: OrderRow, count: Contracts, spot: ListedSpot): DeskFill | undefined {
  const offer = offerOf(row, spot);
  if (offer === undefined) return undefined;
  const { terms, decimals } = offer;
  const quote = quoteFill({ ...offer, spot: offer.oraclePrice, contracts: count });
  return { row, terms, contracts: count, decimals, quote, spot: toPrice8(spot.price) };
}

/** Returns a fill of one contract. */
export function oneContract(row: OrderRow, spot: ListedSpot): DeskFill | undefined {
  return fillOf(row, contracts(10n ** BigInt(row.collateralDecimals)), spot);
}

/**
 * Returns the taker's profit in dollars at expiry, rounded down. Tokens that change hands at the fill
 * count at today's spot price, unlike in `profitCurve`, so that fills with several tokens add up and a
 * spread on the underlying has a bounded loss.
 */
export function profitToday(fill: DeskFill, settlementPrice: Price8): Usd8 {
  const { terms, contracts: count, quote } = fill;
  const payoff = count * legsPayoff(terms.legs, settlementPrice);
  return toDollars(fill, (quote.side === 'buy' ? payoff : -payoff) + scaledCash(fill));
}

/**
 * Returns the loss in dollars that a fill can have at a settlement price, rounded up: the whole
 * collateral for a seller whose payoff isn't confirmed.
 */
export function riskAt(fill: DeskFill, settlementPrice: Price8): bigint {
  const { terms, quote } = fill;
  if (quote.side === 'buy' || terms.product.isPayoffConfirmed)
    return -profitToday(fill, settlementPrice);
  return -toDollars(fill, scaledCash(fill) - quote.collateral * tokenPriceOf(fill));
}

/** Returns a buyer's premium as negative dollars, or a seller's net premium; rounded down. */
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

/** Returns what a fill pays now, in dollars rounded up. */
export function dollarsPaid(fill: DeskFill): Usd8 {
  return usd8(-toDollars(fill, -fill.quote.pays * tokenPriceOf(fill)));
}

/** Returns the fee of a fill, which its premium includes, in dollars rounded up. */
export function dollarsOfFee(fill: DeskFill): Usd8 {
  return usd8(-toDollars(fill, -fill.quote.fee * tokenPriceOf(fill)));
}
