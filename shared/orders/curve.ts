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
import { maxPayoff } from './payoff.ts';
import { floorDivide } from './rounding.ts';
import type { OptionTerms } from './terms.ts';

/** A fill from the taker's side, held to expiry. Amounts in base units of the collateral token. */
export interface HeldToExpiry {
  readonly terms: OptionTerms;
  readonly contracts: Contracts;
  /** Decimals of the collateral token. */
  readonly decimals: number;
  readonly side: 'buy' | 'sell';
  readonly premium: TokenAmount;
  /** Part of the premium that the protocol keeps: a seller receives premium − fee. */
  readonly fee: TokenAmount;
}

export interface CurvePoint {
  readonly settlementPrice: Price8;
  readonly profit: Usd8;
}

/**
 * Profit at expiry over the settlement price, in dollars: straight between the points and, after the
 * last one, on along its last piece.
 *
 * Dollar collateral counts one for one. Underlying collateral is valued at the settlement price, the
 * premium too: (n × max(S − K, 0)) − premium × S. That is straight in S although the payout in
 * tokens, n × (S − K) / S, is not, and it crosses zero where the profit in tokens does.
 */
export interface ProfitCurve {
  /** At 0, at every kink, and at one price beyond the last; ascending. */
  readonly points: readonly CurvePoint[];
  /** Settlement prices where profit changes its sign, to the nearest 1e-8 dollar; ascending. */
  readonly breakEvens: readonly Price8[];
  /** In collateral token; for an inverse call the bound that no price reaches. */
  readonly maxProfit: TokenAmount;
  /** In collateral token, positive for a loss; for a sold inverse call the bound. */
  readonly maxLoss: TokenAmount;
}

/** The curve of a fill. Points reach to twice the last kink, so that every crossing but a far one shows. */
export function profitCurve(input: HeldToExpiry): ProfitCurve {
  const kinks = kinksOf(input.terms.legs);
  const last = kinks[kinks.length - 1] ?? price8(0n);
  const stops = [price8(0n), ...kinks, price8(last * 2n)];
  const cash = cashAtFill(input);
  const best = maxPayoff(input);
  const worst = input.side === 'buy' ? -cash : best - cash;
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

/** Profit in dollars at one settlement price, rounded down. */
export function profitAt(input: HeldToExpiry, settlementPrice: Price8): Usd8 {
  return usd8(floorDivide(scaledProfit(input, settlementPrice), 10n ** BigInt(input.decimals)));
}

/** What changes hands at the fill, seen by the taker: − premium when buying, + net premium when selling. */
function cashAtFill({ side, premium, fee }: HeldToExpiry): bigint {
  return side === 'buy' ? -premium : premium - fee;
}

/** Profit × 10^decimals in 8-decimal dollars: an exact, piecewise linear function of the price. */
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
    // Beyond the last kink the curve is a half-line: one dollar further gives its slope.
    const end = scaledProfit(input, to ?? price8(from + ONE_8));
    const run = to === undefined ? ONE_8 : to - from;
    if (start === 0n && end !== 0n && isCrossing(input, from)) roots.push(from);
    const isTowardZero = start < 0n ? end > start : end < start;
    const isInside = to === undefined ? isTowardZero : start < 0n ? end > 0n : end < 0n;
    if (start !== 0n && isInside) roots.push(price8(from + nearest(-start * run, end - start)));
  });
  return roots;
}

/** At a kink where profit is zero: does it have different signs on the two sides? */
function isCrossing(input: HeldToExpiry, kink: Price8): boolean {
  if (kink === 0n) return false;
  const before = scaledProfit(input, price8(kink - 1n));
  const after = scaledProfit(input, price8(kink + 1n));
  return before < 0n !== after < 0n || before > 0n !== after > 0n;
}

function nearest(numerator: bigint, denominator: bigint): bigint {
  return floorDivide(2n * numerator + denominator, 2n * denominator);
}
