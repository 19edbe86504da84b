import type { ProfitCurve } from '../orders/curve.ts';
import { feeShareBps, yieldPerYearBps } from '../orders/edge.ts';
import { kinksOf, legsPayoff } from '../orders/legs.ts';
import { dollarsOf, yearsBetween } from '../orders/price.ts';
import { type Distribution, probabilityBelow, probabilityOfProfit } from '../orders/probability.ts';
import type { FillQuote } from '../orders/quote.ts';
import { hasProfitCurve, type OptionTerms } from '../orders/terms.ts';
import type { TicketInput } from '../orders/ticket.ts';
import { ONE_8, type Price8, price8, toNumber8, type UnixSeconds } from '../units.ts';

/**
 * An assumption behind a figure, which pages put into words.
 * - `lognormal`: the settlement price is lognormal without drift, with the given volatility
 * - `oneDeviation`: the range around the price in which two of three outcomes end
 * - `heldToExpiry`: the position is kept until it settles
 * - `inDollars`: the payoff is in dollars, even if the option pays the same worth in tokens
 * - `simpleYear`: a yield repeated for a year without compounding
 * - `highestFee`: the oracle's price isn't known, so the fee is its maximum
 * - `estimatedPayoff`: the product's deployed payoff isn't confirmed
 */
type Assumption =
  | 'lognormal'
  | 'oneDeviation'
  | 'heldToExpiry'
  | 'inDollars'
  | 'simpleYear'
  | 'highestFee'
  | 'estimatedPayoff';

interface Figure<Value> {
  readonly value: Value;
  readonly assumes: readonly Assumption[];
}

/**
 * Figures of one fill for its taker. A figure is undefined if it has no meaning or a price is
 * missing.
 */
export interface FillFigures {
  /** From 0 to 1. */
  readonly profitChance: Figure<number> | undefined;
  /** Chance that the taker gets the highest gain; undefined if no range of prices reaches it. */
  readonly bestChance: Figure<number> | undefined;
  readonly worstChance: Figure<number> | undefined;
  /** Dollars. */
  readonly expectedMove: Figure<{ readonly low: number; readonly high: number }> | undefined;
  /** Premium as a fraction of the highest payoff; undefined without a cap. */
  readonly priceOfWidth: Figure<number> | undefined;
  /** Settlement prices without profit or loss, and their distance from the spot in per cent. */
  readonly breakEvens: Figure<readonly { readonly price: Price8; readonly percent: number }[]>;
  /** A seller's yield in basis points of the collateral. */
  readonly yieldPerYearBps: Figure<bigint> | undefined;
  /** The fee in basis points of the premium, rounded up. */
  readonly feeShareBps: Figure<bigint> | undefined;
}

/**
 * Returns the figures of a fill. A delivery with unconfirmed terms has no chances and no
 * break-evens. For a confirmed delivery, the exchanged tokens are valued at the price at expiry.
 */
export function figuresOf(input: {
  readonly offer: TicketInput;
  readonly quote: FillQuote;
  readonly expiry: UnixSeconds;
  readonly now: UnixSeconds;
  /** Annual, as a fraction. */
  readonly volatility: number | undefined;
}): FillFigures {
  const { offer, quote, expiry, now, volatility } = input;
  const { terms } = offer;
  const spot = offer.spot === undefined ? undefined : toNumber8(offer.spot);
  const isKnown = spot !== undefined && volatility !== undefined;
  const market = isKnown ? { spot, years: yearsBetween(now, expiry), volatility } : undefined;
  const estimate: readonly Assumption[] = terms.product.isPayoffConfirmed
    ? []
    : ['estimatedPayoff'];
  const chances =
    market === undefined || !hasProfitCurve(terms) ? undefined : chancesOf(quote, terms, market);
  const chance = (name: 'profit' | 'best' | 'worst') =>
    figure(chances?.[name], ['lognormal', 'heldToExpiry', ...estimate]);
  const fee: readonly Assumption[] = quote.isFeeExact ? [] : ['highestFee'];
  const perYear = yieldPerYearBps(quote, terms, expiry - now);
  return {
    profitChance: chance('profit'),
    bestChance: chance('best'),
    worstChance: chance('worst'),
    expectedMove: figure(market && expectedMove(market), ['lognormal', 'oneDeviation']),
    priceOfWidth: figure(priceOfWidth(offer), ['inDollars', ...estimate]),
    breakEvens: {
      value: hasProfitCurve(terms) ? breakEvens(quote.curve, spot) : [],
      assumes: ['heldToExpiry', 'inDollars', ...fee, ...estimate],
    },
    yieldPerYearBps: figure(perYear, ['heldToExpiry', 'simpleYear', ...fee]),
    feeShareBps: figure(feeShareBps(quote), fee),
  };
}

/**
 * Returns the prices in dollars that are one standard deviation of the logarithm below and above
 * the spot price.
 */
export function expectedMove({ spot, years, volatility }: Distribution): {
  readonly low: number;
  readonly high: number;
} {
  const deviation = volatility * Math.sqrt(years);
  return { low: spot * Math.exp(-deviation), high: spot * Math.exp(deviation) };
}

function figure<Value>(value: Value | undefined, assumes: readonly Assumption[]) {
  return value === undefined ? undefined : { value, assumes };
}

function chancesOf({ side, curve }: FillQuote, { legs }: OptionTerms, market: Distribution) {
  const most = greatestPayoff(legs);
  const [full, none] = [
    most && chanceOfPayoff(legs, most, market),
    chanceOfPayoff(legs, price8(0n), market),
  ];
  const profit = probabilityOfProfit(curve, market);
  return side === 'buy' ? { profit, best: full, worst: none } : { profit, best: none, worst: full };
}

type Legs = OptionTerms['legs'];

/** Returns the highest payoff per contract in dollars; undefined if it grows with the price. */
function greatestPayoff(legs: Legs): Price8 | undefined {
  const kinks = kinksOf(legs);
  const last = kinks.at(-1) ?? price8(0n);
  if (legsPayoff(legs, price8(last + ONE_8)) !== legsPayoff(legs, last)) return undefined;
  let most = price8(0n);
  for (const price of [price8(0n), ...kinks]) {
    const payoff = legsPayoff(legs, price);
    if (payoff > most) most = payoff;
  }
  return most;
}

/** Returns the chance of exactly this payoff; undefined when only single prices reach it. */
function chanceOfPayoff(legs: Legs, payoff: Price8, market: Distribution): number | undefined {
  const stops = [price8(0n), ...kinksOf(legs)];
  const isThere = (price: Price8) => legsPayoff(legs, price) === payoff;
  const chances = stops.flatMap((from, i) => {
    const to = stops[i + 1];
    if (!isThere(from) || !isThere(to ?? price8(from + ONE_8))) return [];
    const above = to === undefined ? 1 : probabilityBelow(toNumber8(to), market);
    return [above - probabilityBelow(toNumber8(from), market)];
  });
  return chances.length === 0 ? undefined : chances.reduce((sum, chance) => sum + chance);
}

/** A plain put has no width, because it reaches its highest payoff only at a price of zero. */
function priceOfWidth({ terms, order, spot }: TicketInput): number | undefined {
  const width = terms.legs.length < 2 ? undefined : greatestPayoff(terms.legs);
  const premium = dollarsOf(terms, order.price, spot);
  if (width === undefined || premium === undefined || width === 0n) return undefined;
  return toNumber8(premium) / toNumber8(width);
}

function breakEvens({ breakEvens: prices }: ProfitCurve, spot: number | undefined) {
  if (spot === undefined || !(spot > 0)) return [];
  return prices.map((price) => ({ price, percent: (toNumber8(price) / spot - 1) * 100 }));
}
