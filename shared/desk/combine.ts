import type { ListedSpot, OrderRow } from '../messages/market.ts';
import { kinksOf, type Leg } from '../orders/legs.ts';
import { ascending } from '../orders/strikes.ts';
import { type Contracts, contracts, type Price8, price8, type Usd8, usd8 } from '../units.ts';
import {
  cashOf,
  type DeskFill,
  dollarsPaid,
  fillOf,
  offerOf,
  profitToday,
  riskAt,
} from './offer.ts';

export const MAX_EXPIRIES = 2;

/** A quote that the user picked in the option chain. */
export interface Pick {
  readonly row: OrderRow;
  /** Millionths of a contract, the step of a fill. */
  readonly millionths: bigint;
}

/** Picked quotes as one position of an asset, with one or two expiries. */
export interface Combination {
  /** Unix seconds, ascending. */
  readonly expiries: readonly number[];
  /** Every pick as a fill, in the picked order. */
  readonly fills: readonly DeskFill[];
  /**
   * Profit in dollars at expiry (see `profitToday`), ascending by price: at 0, at every strike, and
   * at twice the last strike. Linear between the points; after the last point, the last slope
   * continues. With two expiries the result isn't a function of one price, so points and
   * break-evens are empty and the highest gain is undefined: see `combinedModel`.
   */
  readonly points: readonly { readonly price: Price8; readonly profit: Usd8 }[];
  readonly breakEvens: readonly Price8[];
  /**
   * Highest loss in dollars at any price, never negative; undefined when it grows with the price.
   * The losses of two expiries add up, because they settle at different prices.
   */
  readonly maxLoss: Usd8 | undefined;
  readonly maxProfit: Usd8 | undefined;
  /** Dollars that all fills cost now. A sale costs the collateral less the premium. */
  readonly cost: Usd8;
  /**
   * Net premium of all fills in dollars, negative if the taker pays it. Doesn't include the
   * collateral.
   */
  readonly cash: Usd8;
  /**
   * The live quote with the same payoff and size as the combination, and the best net premium, if
   * any.
   */
  readonly structure: { readonly fill: DeskFill; readonly cash: Usd8 } | undefined;
}

/**
 * Combines picked quotes. Undefined without picks, for several assets or more than two expiries,
 * and for deliveries, whose payoffs don't add up to a curve.
 */
export function combine(
  picks: readonly Pick[],
  rows: readonly OrderRow[],
  spot: ListedSpot,
): Combination | undefined {
  const [first] = picks;
  if (first === undefined) return undefined;
  const isAlike = (row: OrderRow) => row.asset === first.row.asset && !row.physical;
  if (!picks.every(({ row }) => isAlike(row))) return undefined;
  const expiries = [...new Set(picks.map(({ row }) => row.expiry))].sort((a, b) => a - b);
  if (expiries.length > MAX_EXPIRIES) return undefined;
  const fills = picks.flatMap(
    ({ row, millionths }) => fillOf(row, contractsOf(row, millionths), spot) ?? [],
  );
  if (fills.length < picks.length) return undefined;
  const sums = {
    ...{ expiries, fills },
    cost: usd8(fills.reduce((sum, fill) => sum + dollarsPaid(fill), 0n)),
    cash: usd8(fills.reduce((sum, fill) => sum + cashOf(fill), 0n)),
  };
  const [one, ...others] = expiries.map((expiry) =>
    settledTogether(fills.filter(({ row }) => row.expiry === expiry)),
  );
  if (one === undefined) return undefined;
  if (others.length > 0)
    return {
      ...sums,
      ...{ points: [], breakEvens: [], maxProfit: undefined, structure: undefined },
      maxLoss: sumOf([one, ...others].map(({ maxLoss }) => maxLoss)),
    };
  const ofExpiry = rows.filter((row) => isAlike(row) && row.expiry === first.row.expiry);
  return { ...sums, ...one, structure: sameStructure(picks, ofExpiry, spot) };
}

/** Returns the sum of losses; undefined if a loss is unlimited. */
function sumOf(losses: readonly (Usd8 | undefined)[]): Usd8 | undefined {
  if (losses.includes(undefined)) return undefined;
  return usd8(losses.reduce((sum: bigint, loss = usd8(0n)) => sum + loss, 0n));
}

/** Returns the profits of fills that settle at the same price. */
function settledTogether(fills: readonly DeskFill[]) {
  const kinks = ascending([...new Set(fills.flatMap(({ terms }) => kinksOf(terms.legs)))]);
  const last = kinks.at(-1) ?? price8(0n);
  const points = [price8(0n), ...kinks, price8(last * 2n)].map((price) => ({
    price,
    profit: usd8(fills.reduce((sum, fill) => sum + profitToday(fill, price), 0n)),
  }));
  const risks = points.map(({ price }) =>
    fills.reduce((sum, fill) => sum + riskAt(fill, price), 0n),
  );
  return { points, ...extremesOf(points, risks), breakEvens: crossingsOf(points) };
}

type Points = Combination['points'];

/** @param risks loss at each point's price, negative for a profit */
function extremesOf(
  points: Points,
  risks: readonly bigint[],
): Record<'maxLoss' | 'maxProfit', Usd8 | undefined> {
  const profits = points.map(({ profit }) => profit);
  // At least zero: a sure gain has no loss, and a sure loss has no gain.
  const greatest = (values: readonly bigint[]) =>
    [0n, ...values].toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n;
  const isRising = ([before = 0n, end = 0n]: readonly bigint[]) => end > before;
  return {
    maxLoss: isRising(risks.slice(-2)) ? undefined : usd8(greatest(risks)),
    maxProfit: isRising(profits.slice(-2)) ? undefined : usd8(greatest(profits)),
  };
}

/** Returns the prices at which the profit changes its sign, even after the last point. */
function crossingsOf(points: Points): Price8[] {
  return points.flatMap(({ price, profit }, i) => {
    const isLast = i === points.length - 1;
    const [from, to] = isLast ? [points[i - 1], points[i]] : [points[i], points[i + 1]];
    if (from === undefined || to === undefined) return [];
    const [rise, run] = [to.profit - from.profit, to.price - from.price];
    if (profit === 0n) {
      const before = points[i - 1]?.profit;
      // The profit changes its sign here, or a plateau at zero ends.
      return before !== undefined && signOf(before) !== signOf(rise) ? [price] : [];
    }
    if (rise === 0n || profit < 0n !== rise > 0n) return [];
    const crossing = price8(price + (-profit * run) / rise);
    return isLast || (crossing < to.price && to.profit !== 0n) ? [crossing] : [];
  });
}

function signOf(amount: bigint): -1 | 0 | 1 {
  return amount === 0n ? 0 : amount < 0n ? -1 : 1;
}

/** Finds the quote with the picks' payoff at every price and the best net premium. */
function sameStructure(
  picks: readonly Pick[],
  rows: readonly OrderRow[],
  spot: ListedSpot,
): Combination['structure'] {
  if (picks.length < 2) return undefined;
  const wanted = shapeOf(picks.map(({ row, millionths }) => ({ row, count: millionths })));
  const picked = new Set(picks.map(({ row }) => row.digest));
  const found = rows.flatMap((row) => {
    if (!row.isChecked || picked.has(row.digest)) return [];
    const millionths = multipleOf(wanted, shapeOf([{ row, count: 1n }]));
    if (millionths === undefined) return [];
    const count = contractsOf(row, millionths);
    const fill = count <= row.available ? fillOf(row, count, spot) : undefined;
    return fill === undefined ? [] : [{ fill, cash: cashOf(fill) }];
  });
  return found.sort((a, b) => (a.cash > b.cash ? -1 : 1))[0];
}

/** Value and slope of a payoff at 0, and the change of its slope at each strike. */
type Shape = ReadonlyMap<string, bigint>;

function shapeOf(held: readonly { readonly row: OrderRow; readonly count: bigint }[]): Shape {
  const shape = new Map<string, bigint>();
  const add = (key: string, change: bigint) => {
    const total = (shape.get(key) ?? 0n) + change;
    if (total === 0n) shape.delete(key);
    else shape.set(key, total);
  };
  for (const { row, count } of held) {
    const legs: readonly Leg[] = offerOf(row, undefined)?.terms.legs ?? [];
    for (const { kind, strike, weight } of legs) {
      const change = (row.side === 'buy' ? weight : -weight) * count;
      add(`${strike}`, change);
      if (kind === 'call') continue;
      add('value', change * strike);
      add('slope', -change);
    }
  }
  return shape;
}

/** Returns the factor between two shapes; undefined if it isn't a positive integer. */
function multipleOf(wanted: Shape, unit: Shape): bigint | undefined {
  const [first] = unit;
  if (first === undefined || wanted.size !== unit.size) return undefined;
  const times = (wanted.get(first[0]) ?? 0n) / first[1];
  const isMultiple = [...unit].every(([key, change]) => wanted.get(key) === change * times);
  return isMultiple && times > 0n ? times : undefined;
}

function contractsOf({ collateralDecimals }: OrderRow, millionths: bigint): Contracts {
  return contracts((millionths * 10n ** BigInt(collateralDecimals)) / 1_000_000n);
}
