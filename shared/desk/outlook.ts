import type { ListedSpot, OrderRow } from '../messages/market.ts';
import { yieldPerYearBps } from '../orders/edge.ts';
import { modelGreeks, yearsBetween } from '../orders/price.ts';
import { toNumber8, toPrice8, type UnixSeconds, unixSeconds } from '../units.ts';
import { type DeskFill, dollarsPaid, oneContract, profitToday } from './offer.ts';

/** The user's expectation of the price until expiry. */
export type Outlook = 'up' | 'down' | 'stays' | 'moves' | 'risesALittle' | 'fallsALittle';

export type Ranking = 'gain' | 'cost' | 'leverage' | 'probability' | 'yield';

/** Test prices, as deviations from the spot price's logarithm. */
const TESTS = [-1, -0.5, 0, 0.5, 1];
const TARGETS: Readonly<Record<Outlook, readonly number[]>> = {
  up: [1],
  risesALittle: [0.5],
  stays: [0],
  fallsALittle: [-0.5],
  down: [-1],
  moves: [-1, 1],
};
/** Sign that the delta must have; 0 for no delta, undefined if the sign doesn't matter. */
const DELTAS: Readonly<Record<Outlook, -1 | 0 | 1 | undefined>> = {
  up: 1,
  risesALittle: 1,
  stays: 0,
  fallsALittle: -1,
  down: -1,
  moves: undefined,
};
/** Share by which a profit may be smaller and is still treated as equal. */
const ABOUT = 0.25;
/**
 * A delta is treated as zero if a move of one deviation changes the value by at most this share of
 * the difference between the best and the worst test profit.
 */
const NEUTRAL = 0.05;
/**
 * Offsets from a target, in standard deviations of the price's logarithm, over which the expected
 * gain is averaged.
 */
const AROUND = Array.from({ length: 25 }, (_, i) => (i - 12) / 16);
/** Bends of a payoff beyond this many deviations don't matter when options are compared. */
const FAR = 3;

/** A quote that profits from an outlook, with figures of one contract. */
export interface OutlookQuote {
  readonly row: OrderRow;
  /**
   * Dollars that the taker pays: a buyer's premium, or a seller's collateral less the net premium.
   */
  readonly cost: number;
  /**
   * Profit in dollars if the outlook comes true; the smaller profit if the outlook has two targets.
   */
  readonly gain: number;
  /**
   * Mean profit per paid dollar at prices around the targets, spread by a quarter of a deviation.
   */
  readonly expectedGain: number;
  /** A seller's yield in per cent per year; undefined for a buyer. */
  readonly yieldPerYear: number | undefined;
}

/**
 * Returns the live quotes that fit an outlook, the best first and only one per payoff. Quotes
 * without the ranked figure are last. A quote fits if it has a profit at each price of the outlook,
 * and no clearly larger profit at another price of `TESTS` at expiry. A direction needs a clearly
 * smaller profit on the other side and a delta of the same sign. A price that stays needs a delta
 * of about zero. Leaves out deliveries, which have no profit in cash, and quotes without a budget
 * or a checked signature.
 */
export function quotesFor(
  outlook: Outlook,
  rows: readonly OrderRow[],
  market: {
    readonly spot: ListedSpot;
    readonly now: UnixSeconds;
    /** Annual volatility at the money of an expiry, as a fraction. */
    readonly volatilityAt: (expiry: number) => number | undefined;
    readonly ranking: Ranking;
  },
): readonly OutlookQuote[] {
  const { spot, now, volatilityAt, ranking } = market;
  const found = rows.flatMap((row): { quote: OutlookQuote; payoff: string }[] => {
    const volatility = volatilityAt(row.expiry);
    if (row.physical || !row.isChecked || row.available === 0n || row.quoteEnds <= now) return [];
    const fill = oneContract(row, spot);
    if (fill === undefined || volatility === undefined) return [];
    const years = yearsBetween(now, unixSeconds(row.expiry));
    const deviation = volatility * Math.sqrt(years);
    const gain = gainOf(outlook, fill, spot.price, deviation);
    if (gain === undefined || !hasDelta(outlook, fill, { spot: spot.price, years, volatility }))
      return [];
    const cost = toNumber8(dollarsPaid(fill));
    const expectedGain = meanProfit(outlook, fill, spot.price, deviation) / cost;
    const quote = { row, cost, gain, expectedGain, yieldPerYear: yieldOf(fill, now) };
    return [{ quote, payoff: payoffKey(fill, spot.price, deviation) }];
  });
  const best = new Map<string, OutlookQuote>();
  for (const { quote, payoff } of found.sort(
    (a, b) => rankOf(ranking, a.quote) - rankOf(ranking, b.quote),
  )) {
    if (!best.has(payoff)) best.set(payoff, quote);
  }
  return [...best.values()];
}

/**
 * Returns a key for the shape of the taker's payoff over the plausible range of prices. Payoffs
 * with equal keys differ only by a constant, which the premiums contain.
 */
function payoffKey({ row, terms, quote }: DeskFill, spot: number, deviation: number): string {
  const reach = Math.exp(FAR * deviation);
  const [low, high] = [spot / reach, spot * reach];
  const sign = quote.side === 'buy' ? 1 : -1;
  let slope = 0;
  const bends = new Map<number, number>();
  for (const leg of terms.legs) {
    const [change, strike] = [sign * Number(leg.weight), toNumber8(leg.strike)];
    if (leg.kind === 'put') slope -= change;
    if (strike < low) slope += change;
    else if (strike < high) bends.set(strike, (bends.get(strike) ?? 0) + change);
  }
  const bent = [...bends].filter(([, change]) => change !== 0).sort(([a], [b]) => a - b);
  return [row.expiry, slope, ...bent.flat()].join(' ');
}

/** Returns true when the taker's delta has the sign of the outlook. */
function hasDelta(
  outlook: Outlook,
  fill: DeskFill,
  market: { readonly spot: number; readonly years: number; readonly volatility: number },
): boolean {
  const wanted = DELTAS[outlook];
  if (wanted === undefined) return true;
  const { spot, years, volatility } = market;
  const deviation = volatility * Math.sqrt(years);
  const { delta } = modelGreeks(fill.terms, spot, years, volatility);
  const change = delta * spot * (Math.exp(deviation) - 1);
  const profits = TESTS.map((test) => profitAt(fill, spot * Math.exp(test * deviation)));
  const share = change / (Math.max(...profits) - Math.min(...profits));
  const own = fill.quote.side === 'buy' ? share : -share;
  return wanted === 0 ? Math.abs(own) <= NEUTRAL : own * wanted > NEUTRAL;
}

const profitAt = (fill: DeskFill, price: number) => toNumber8(profitToday(fill, toPrice8(price)));

/** Returns the mean profit in dollars at prices around the outlook's targets. */
function meanProfit(outlook: Outlook, fill: DeskFill, spot: number, deviation: number): number {
  let [sum, weights] = [0, 0];
  for (const target of TARGETS[outlook])
    for (const away of AROUND) {
      const price = spot * Math.exp((target + away) * deviation);
      // Weight of a normal distribution with a quarter of the market's deviation.
      const weight = Math.exp(-8 * away ** 2);
      sum += weight * profitAt(fill, price);
      weights += weight;
    }
  return sum / weights;
}

/** Returns the lowest profit at the outlook's prices; undefined when the fill doesn't fit. */
function gainOf(outlook: Outlook, fill: DeskFill, spot: number, deviation: number) {
  const targets = TARGETS[outlook];
  const profit = (test: number) => profitAt(fill, spot * Math.exp(test * deviation));
  const gain = Math.min(...targets.map(profit));
  const elsewhere = TESTS.filter((test) => !targets.includes(test)).map(profit);
  const mirrored = targets.filter((test) => !targets.includes(-test)).map((test) => profit(-test));
  const isBest = gain > 0 && gain >= (1 - ABOUT) * Math.max(...elsewhere);
  return isBest && mirrored.every((other) => other < (1 - ABOUT) * gain) ? gain : undefined;
}

function yieldOf({ row, quote, terms }: DeskFill, now: UnixSeconds): number | undefined {
  const perYear = yieldPerYearBps(quote, terms, row.expiry - now);
  return perYear === undefined ? undefined : Number(perYear) / 100;
}

/** Returns a number that is smaller for a better quote. */
function rankOf(ranking: Ranking, { row, cost, expectedGain, yieldPerYear }: OutlookQuote): number {
  const highest = (figure: number | undefined) => -(figure ?? Number.NEGATIVE_INFINITY);
  switch (ranking) {
    case 'gain':
      return highest(expectedGain);
    case 'cost':
      return cost;
    case 'leverage':
      return highest(row.side === 'buy' ? row.edge : undefined);
    case 'probability':
      return highest(row.profitChance);
    case 'yield':
      return highest(yieldPerYear);
  }
}
