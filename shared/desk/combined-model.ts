import type { Greeks } from '../orders/black-scholes.ts';
import { yearsBetween } from '../orders/price.ts';
import { type Distribution, probabilityBelow, probabilityOfProfit } from '../orders/probability.ts';
import { toNumber8, unixSeconds } from '../units.ts';
import type { Combination } from './combine.ts';
import { expectedMove } from './figures.ts';
import { candidate, type Holding } from './holding.ts';
import { portfolioOf } from './portfolio.ts';
import { curvePrices, profitsAt, type Scene } from './portfolio-curve.ts';

/**
 * The model's figures for all picked quotes together. Each quote keeps its own implied volatility.
 */
export interface CombinedModel {
  /** Unix seconds of the first expiry, to which chance, move, break-evens and gain apply. */
  readonly at: number;
  readonly holdings: readonly Holding[];
  /** Greeks of all contracts in dollars; see `Greeks`. Undefined unless each leg has a volatility. */
  readonly greeks: Greeks | undefined;
  /** From 0 to 1. */
  readonly profitChance: number | undefined;
  /** Dollars. */
  readonly expectedMove: { readonly low: number; readonly high: number } | undefined;
  /** Result at the first of two expiries, when the later legs have their model value. */
  readonly atFirst:
    | {
        /** Dollars, ascending. */
        readonly breakEvens: readonly number[];
        /** Dollars; undefined when it grows with the price. */
        readonly maxProfit: number | undefined;
      }
    | undefined;
}

/**
 * Returns the model's figures of a combination. The price at the first expiry is lognormal without
 * drift, with the mean volatility of the legs that end at the first expiry.
 * @param now Unix seconds
 */
export function combinedModel(
  { fills, points, breakEvens, expiries }: Combination,
  now: number,
): CombinedModel {
  const at = expiries[0] ?? now;
  const [first] = fills;
  const spot = first === undefined ? 0 : toNumber8(first.spot);
  const holdings = fills.map((fill) => candidate(fill, fill.row.impliedVolatility));
  const model = { at, holdings, ...NOTHING };
  const volatility = meanOf(holdings.filter(({ expiry }) => expiry === at));
  const years = yearsBetween(unixSeconds(now), unixSeconds(at));
  if (volatility === undefined || years === 0) return model;
  const market = { spot, years, volatility };
  const known = { ...model, expectedMove: expectedMove(market) };
  if (holdings.some((holding) => holding.volatility === undefined)) return known;
  const greeks = greeksOf(holdings, spot, now);
  if (expiries.length < 2)
    return { ...known, greeks, profitChance: chanceOf(points, breakEvens, market) };
  return { ...known, greeks, ...atFirstExpiry(holdings, market, at) };
}

const NOTHING = {
  greeks: undefined,
  profitChance: undefined,
  expectedMove: undefined,
  atFirst: undefined,
};

function meanOf(holdings: readonly Holding[]): number | undefined {
  const known = holdings.flatMap(({ volatility }) => volatility ?? []);
  if (known.length < holdings.length || known.length === 0) return undefined;
  return known.reduce((sum, one) => sum + one, 0) / known.length;
}

/**
 * Converts delta and gamma to their usual units. The portfolio's delta and gamma are in dollars for
 * a relative move of the price.
 */
function greeksOf(holdings: readonly Holding[], spot: number, now: number): Greeks {
  const { delta, gamma, theta, vega } = portfolioOf(holdings, spot, sceneAt(now)).greeks;
  return { delta: delta / spot, gamma: (gamma * 100) / spot ** 2, theta, vega };
}

function chanceOf(
  points: Combination['points'],
  breakEvens: Combination['breakEvens'],
  market: Distribution,
): number {
  const curve = points.map(({ price, profit }) => ({ settlementPrice: price, profit }));
  return probabilityOfProfit({ points: curve, breakEvens }, market);
}

const sceneAt = (at: number): Scene => ({ at, volatilityShift: 0 });

/**
 * Range of prices at the first expiry, in standard deviations to each side. `STEPS` is the number
 * of steps in this range.
 */
const DEVIATIONS = 6;
const STEPS = 1_200;
/** Factor on the highest price, where the profit is compared to detect an unlimited gain. */
const FAR = 20;
/** Share of the current price at which the asset is treated as worthless. */
const WORTHLESS = 1e-6;

function atFirstExpiry(holdings: readonly Holding[], market: Distribution, at: number) {
  const { spot, years, volatility } = market;
  const deviation = volatility * Math.sqrt(years);
  const typical = Array.from({ length: STEPS + 1 }, (_, i) => {
    const z = DEVIATIONS * ((2 * i) / STEPS - 1);
    return spot * Math.exp(deviation * z - deviation ** 2 / 2);
  });
  const scene = sceneAt(at);
  const prices = [...typical, ...curvePrices(holdings, spot, scene)].sort((a, b) => a - b);
  const profits = profitsAt(holdings, prices, scene);
  const breakEvens = crossings(prices, profits);
  const ends = [spot * WORTHLESS, FAR * (prices.at(-1) ?? spot)];
  const [least = 0, beyond = 0] = profitsAt(holdings, ends, scene);
  const most = Math.max(...profits, least);
  return {
    profitChance: chanceBetween(breakEvens, market, (profits[0] ?? 0) > 0),
    // A rise that rounding can cause isn't treated as a slope.
    atFirst: {
      breakEvens,
      maxProfit: beyond > most + 0.01 + Math.abs(most) * 1e-6 ? undefined : most,
    },
  };
}

/** Returns the prices at which the profit changes its sign, interpolated linearly. */
function crossings(prices: readonly number[], profits: readonly number[]): readonly number[] {
  return prices.slice(1).flatMap((to, i) => {
    const [from = to, before = 0, after = 0] = [prices[i], profits[i], profits[i + 1]];
    if (before > 0 === after > 0) return [];
    return [from + ((to - from) * before) / (before - after)];
  });
}

/** Returns the chance of a gain. Each break-even begins or ends a range of gains. */
function chanceBetween(
  breakEvens: readonly number[],
  market: Distribution,
  isGainBelowAll: boolean,
): number {
  const below = [0, ...breakEvens.map((price) => probabilityBelow(price, market)), 1];
  return below.slice(1).reduce((sum, to, i) => {
    const isGain = (i % 2 === 0) === isGainBelowAll;
    return isGain ? sum + to - (below[i] ?? 0) : sum;
  }, 0);
}
