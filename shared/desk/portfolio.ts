import { modelGreeks } from '../orders/price.ts';
import { type TokenAmount, tokenAmount, toWhole } from '../units.ts';
import type { Holding } from './holding.ts';
import { profitsAt, type Scene, valueIn, volatilityIn, yearsLeft } from './portfolio-curve.ts';

/** Sensitivities of an asset's holdings, in dollars. */
interface DollarGreeks {
  /** Change of the value if the spot price rises by its whole amount: delta × spot. */
  readonly delta: number;
  /** Change of `delta` if the spot price rises by one percent. */
  readonly gamma: number;
  /** Change of the value per day. */
  readonly theta: number;
  /** Change of the value per volatility point. */
  readonly vega: number;
}

/** A part of the money at risk, in dollars and as a fraction from 0 to 1. */
interface Share<Name> {
  readonly of: Name;
  readonly usd: number;
  readonly share: number;
}

export interface PortfolioSums {
  /** Dollars: value of bought options minus the debt of sold options. */
  readonly value: number;
  /** Dollars, for holdings with a known cost and value; undefined without such holdings. */
  readonly profit: number | undefined;
  readonly greeks: DollarGreeks;
  /**
   * Dollars, positive: the sum of each expiry's highest loss, because expiries settle at different
   * prices. Leaves out holdings of unknown cost. Undefined if the loss grows with the price.
   * (Locked tokens cover sold calls, but their value in dollars grows with the price.)
   */
  readonly maxLoss: number | undefined;
  /** Locked collateral by token, in base units. */
  readonly locked: readonly { readonly token: Holding['token']; readonly amount: TokenAmount }[];
  /** By the other side's address, and by expiry in Unix seconds. The largest share is first. */
  readonly byMaker: readonly Share<string>[];
  readonly byExpiry: readonly Share<number>[];
  /** Number of holdings without a volatility, which value and greeks leave out. */
  readonly unvalued: number;
  readonly uncosted: number;
}

/**
 * Returns the figures of an asset's holdings in a scene. The money at risk is the value of a bought
 * option, and the collateral of a sold option in today's dollars.
 * @param spot dollars, in the scene
 */
export function portfolioOf(
  holdings: readonly Holding[],
  spot: number,
  scene: Scene,
): PortfolioSums {
  const greeks = { delta: 0, gamma: 0, theta: 0, vega: 0 };
  const stakes: { maker: string; expiry: number; usd: number }[] = [];
  let [value, unvalued, gaining] = [0, 0, 0];
  for (const holding of holdings) {
    const { counterparty, expiry, count } = holding;
    const worth = valueIn(holding, spot, scene);
    const stake = count < 0 ? lockedDollars(holding) : (worth ?? 0);
    stakes.push({ maker: counterparty, expiry, usd: stake });
    if (worth === undefined) unvalued += 1;
    else {
      value += worth;
      if (holding.cost !== undefined) gaining += 1;
    }
    const volatility = volatilityIn(holding, scene);
    const years = yearsLeft(holding, scene);
    if (volatility === undefined || years === 0) continue;
    const one = modelGreeks(holding.terms, spot, years, volatility);
    greeks.delta += count * one.delta * spot;
    greeks.gamma += (count * one.gamma * spot ** 2) / 100;
    greeks.theta += count * one.theta;
    greeks.vega += count * one.vega;
  }
  return {
    value,
    profit: gaining === 0 ? undefined : profitsAt(holdings, [spot], scene)[0],
    greeks,
    maxLoss: greatestLoss(holdings),
    locked: lockedByToken(holdings),
    byMaker: shares(stakes, ({ maker }) => maker),
    byExpiry: shares(stakes, ({ expiry }) => expiry),
    unvalued,
    uncosted: holdings.filter(({ cost }) => cost === undefined).length,
  };
}

type BookTotal = Pick<
  PortfolioSums,
  'value' | 'profit' | 'greeks' | 'maxLoss' | 'unvalued' | 'uncosted'
>;

/**
 * Returns the sums for several assets. The greeks in dollars apply to a relative move, so their
 * sums apply to the same relative move of all prices. Losses add up because assets settle
 * separately.
 */
export function bookTotal(parts: readonly BookTotal[]): BookTotal {
  const sum = (of: (part: BookTotal) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  const profits = parts.flatMap(({ profit }) => profit ?? []);
  return {
    value: sum(({ value }) => value),
    profit: profits.length === 0 ? undefined : profits.reduce((total, one) => total + one, 0),
    greeks: {
      delta: sum(({ greeks }) => greeks.delta),
      gamma: sum(({ greeks }) => greeks.gamma),
      theta: sum(({ greeks }) => greeks.theta),
      vega: sum(({ greeks }) => greeks.vega),
    },
    maxLoss: parts.some(({ maxLoss }) => maxLoss === undefined)
      ? undefined
      : sum(({ maxLoss = 0 }) => maxLoss),
    unvalued: sum(({ unvalued }) => unvalued),
    uncosted: sum(({ uncosted }) => uncosted),
  };
}

const AT_EXPIRY: Scene = { at: Number.POSITIVE_INFINITY, volatilityShift: 0 };

function greatestLoss(holdings: readonly Holding[]): number | undefined {
  let total = 0;
  for (const group of Map.groupBy(holdings, ({ expiry }) => expiry).values()) {
    const strikes = group.flatMap(({ legs }) => legs.map(({ strike }) => strike));
    const last = Math.max(...strikes);
    const [certain, uncertain] = partition(group);
    const given = uncertain.reduce((sum, one) => sum + lockedDollars(one) + (one.cost ?? 0), 0);
    const profits = profitsAt(certain, [0, ...strikes, last, last * 2], AT_EXPIRY);
    const [end = 0, beyond = 0] = profits.slice(-2);
    // A rise that rounding can cause isn't treated as a slope.
    if (beyond < end - Math.abs(end) * 1e-9 - 1e-6) return undefined;
    total += given - Math.min(...profits);
  }
  return total;
}

/**
 * Separates sold options with an unconfirmed payoff, because they can cost the whole collateral.
 */
function partition(holdings: readonly Holding[]): readonly [Holding[], Holding[]] {
  const isCertain = ({ count, terms }: Holding) => count > 0 || terms.product.isPayoffConfirmed;
  return [holdings.filter(isCertain), holdings.filter((one) => !isCertain(one))];
}

function lockedDollars({ locked, token, tokenPrice }: Holding): number {
  return toWhole(locked, token.decimals) * tokenPrice;
}

function lockedByToken(holdings: readonly Holding[]): PortfolioSums['locked'] {
  const groups = Map.groupBy(
    holdings.filter(({ locked }) => locked > 0n),
    ({ token }) => token.symbol,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const amount = tokenAmount(group.reduce((sum, { locked }) => sum + locked, 0n));
    return first === undefined ? [] : [{ token: first.token, amount }];
  });
}

function shares<Stake extends { readonly usd: number }, Name>(
  stakes: readonly Stake[],
  nameOf: (stake: Stake) => Name,
): Share<Name>[] {
  const sumOf = (some: readonly Stake[]) => some.reduce((sum, { usd }) => sum + usd, 0);
  const all = sumOf(stakes);
  return [...Map.groupBy(stakes, nameOf)]
    .map(([of, group]) => ({ of, usd: sumOf(group), share: all > 0 ? sumOf(group) / all : 0 }))
    .sort((a, b) => b.usd - a.usd);
}
