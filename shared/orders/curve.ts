import {
  type Contracts,
  ONE_8,
  type Price8,
  price8,
  type TokenAmount,
  tokenAmount,
  type Usd8,
  usd8,
} from '../units.ts';
import { kinksOf, legsPayoff } from './legs.ts';
import { maxPayoff, requiredCollateral } from './payoff.ts';
import { floorDivide } from './rounding.ts';
import type { OptionTerms } from './terms.ts';

/**
 * A fill, held until expiry, from the taker's view. Amounts in base units of the collateral token.
 */
export interface HeldToExpiry {
  readonly terms: OptionTerms;
  readonly contracts: Contracts;
  /** Decimals of the collateral token. */
  readonly decimals: number;
  readonly side: 'buy' | 'sell';
  readonly premium: TokenAmount;
  /** The protocol's part of the premium. A seller receives premium − fee. */
  readonly fee: TokenAmount;
}

interface CurvePoint {
  readonly settlementPrice: Price8;
  readonly profit: Usd8;
}

/**
 * Profit at expiry by settlement price, in dollars: linear between the points; after the last
 * point, the last slope continues. Collateral in dollar tokens counts 1:1. Collateral in the
 * underlying, including the premium, is valued at the settlement price: (n × max(S − K, 0)) −
 * premium × S. This is linear in S, although the payout in tokens, n × (S − K) / S, isn't. Profit
 * in dollars and profit in tokens are zero at the same prices.
 */
export interface ProfitCurve {
  /** At 0, at every kink, and at one price beyond the last kink; ascending. */
  readonly points: readonly CurvePoint[];
  /** Settlement prices at which the profit changes its sign, rounded to 1e-8 dollar; ascending. */
  readonly breakEvens: readonly Price8[];
  /** Collateral tokens; for an inverse call the limit at infinite prices. */
  readonly maxProfit: TokenAmount;
  /**
   * Maximum loss in collateral tokens, as a positive number; for a sold inverse call the limit at
   * infinite prices. A seller with an unconfirmed payoff risks the whole collateral.
   */
  readonly maxLoss: TokenAmount;
}

/**
 * Returns the curve of a fill. The last point is at twice the last kink, so that only distant
 * crossings are beyond it.
 */
export function profitCurve(input: HeldToExpiry): ProfitCurve {
  const kinks = kinksOf(input.terms.legs);
  const last = kinks[kinks.length - 1] ?? price8(0n);
  const stops = [price8(0n), ...kinks, price8(last * 2n)];
  const cash = cashAtFill(input);
  const best = maxPayoff(input);
  const { isPayoffConfirmed } = input.terms.product;
  const risk = isPayoffConfirmed ? best : requiredCollateral(input);
  const worst = input.side === 'buy' ? -cash : risk - cash;
  return {
    points: stops.map((settlementPrice) => ({
      settlementPrice,
      profit: profitAt(input, settlementPrice),
    })),
    breakEvens: breakEvensOf(input, [price8(0n), ...kinks]),
    maxProfit: tokenAmount(input.side === 'buy' ? best + cash : cash),
    maxLoss: tokenAmount(worst),
  };
}

/** Returns the profit in dollars at one settlement price, rounded down. */
export function profitAt(input: HeldToExpiry, settlementPrice: Price8): Usd8 {
  return usd8(floorDivide(scaledProfit(input, settlementPrice), 10n ** BigInt(input.decimals)));
}

/** Returns the taker's cash flow at the fill: − premium when buying, + net premium when selling. */
function cashAtFill({ side, premium, fee }: HeldToExpiry): bigint {
  return side === 'buy' ? -premium : premium - fee;
}

/**
 * Returns profit × 10^decimals in 8-decimal dollars: an exact, piecewise linear function of the
 * price.
 */
function scaledProfit(input: HeldToExpiry, settlementPrice: Price8): bigint {
  const { terms, contracts, side } = input;
  const paid = contracts * legsPayoff(terms.legs, settlementPrice);
  const tokenPrice = terms.product.isQuoteCollateral ? ONE_8 : settlementPrice;
  return (side === 'buy' ? paid : -paid) + cashAtFill(input) * tokenPrice;
}

function breakEvensOf(input: HeldToExpiry, stops: readonly Price8[]): Price8[] {
  const roots: Price8[] = [];
  stops.forEach((from, i) => {
    const to = stops[i + 1];
    const start = scaledProfit(input, from);
    // The curve is linear after the last kink, so one dollar further shows its slope.
    const end = scaledProfit(input, to ?? price8(from + ONE_8));
    const run = to === undefined ? ONE_8 : to - from;
    if (start === 0n && isCrossing(input, from)) roots.push(from);
    const isTowardZero = start < 0n ? end > start : end < start;
    const isInside = to === undefined ? isTowardZero : start < 0n ? end > 0n : end < 0n;
    if (start !== 0n && isInside) roots.push(price8(from + nearest(-start * run, end - start)));
  });
  return roots;
}

/**
 * Returns true when the profit is zero at a kink and changes its sign there, or when a plateau at
 * zero ends there.
 */
function isCrossing(input: HeldToExpiry, kink: Price8): boolean {
  if (kink === 0n) return false;
  const before = scaledProfit(input, price8(kink - 1n));
  const after = scaledProfit(input, price8(kink + 1n));
  return before < 0n !== after < 0n || before > 0n !== after > 0n;
}

function nearest(numerator: bigint, denominator: bigint): bigint {
  return floorDivide(2n * numerator + denominator, 2n * denominator);
}
