import type { ListedSpot, OrderRow } from '../messages/market.ts';
import { yieldPerYearBps } from '../orders/edge.ts';
import { yearsBetween } from '../orders/price.ts';
import { toNumber8, toPrice8, type UnixSeconds, unixSeconds } from '../units.ts';
import { type DeskFill, dollarsPaid, oneContract, profitToday } from './offer.ts';

/** Expected move of the price until expiry. */
export type Outlook = 'up' | 'down' | 'stays' | 'moves' | 'risesALittle' | 'fallsALittle';

export type Ranking = 'cost' | 'leverage' | 'probability' | 'yield';

/** Test prices, as deviations of the logarithm from the spot price. */
const TESTS = [-1, -0.5, 0, 0.5, 1];
const TARGETS: Readonly<Record<Outlook, readonly number[]>> = {
  up: [1],
  risesALittle: [0.5],
  stays: [0],
  fallsALittle: [-0.5],
  down: [-1],
  moves: [-1, 1],
};
/** A profit that is smaller by up to this share counts as equal. */
const ABOUT = 0.25;

/** A quote that profits from an outlook; figures of one contract. */
export interface OutlookQuote {
  readonly row: OrderRow;
  /** Dollars that the taker pays: the premium, or the collateral less the net premium. */
  readonly cost: number;
  /** Dollars of profit if the outlook comes true; the smaller one of two targets. */
  readonly gain: number;
  /** A seller's yield in per cent per year; undefined for a buyer. */
  readonly yieldPerYear: number | undefined;
}

/**
 * Returns the live quotes that fit an outlook, the best first; without the ranked figure last. A
 * quote fits when it has a profit at each price of the outlook, and no profit that is clearly larger
 * at another test price: half a deviation or one below and above the spot price at expiry. For a
 * direction the profit is clearly smaller on the other side. Leaves out quotes with an unchecked
 * signature or without budget, and deliveries, which have no profit in cash.
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
  const found = rows.flatMap((row): OutlookQuote[] => {
    const volatility = volatilityAt(row.expiry);
    if (row.physical || !row.isChecked || row.available === '0' || row.quoteEnds <= now) return [];
    const fill = oneContract(row, spot);
    if (fill === undefined || volatility === undefined) return [];
    const deviation = volatility * Math.sqrt(yearsBetween(now, unixSeconds(row.expiry)));
    const gain = gainOf(outlook, fill, spot.price, deviation);
    if (gain === undefined) return [];
    return [{ row, cost: toNumber8(dollarsPaid(fill)), gain, yieldPerYear: yieldOf(row, now) }];
  });
  return found.sort((a, b) => rankOf(ranking, a) - rankOf(ranking, b));
}

/** Returns the least profit at the outlook's prices; undefined when the fill doesn't fit. */
function gainOf(outlook: Outlook, fill: DeskFill, spot: number, deviation: number) {
  const targets = TARGETS[outlook];
  const profit = (test: number) =>
    toNumber8(profitToday(fill, toPrice8(spot * Math.exp(test * deviation))));
  const gain = Math.min(...targets.map(profit));
  const elsewhere = TESTS.filter((test) => !targets.includes(test)).map(profit);
  const mirrored = targets.filter((test) => !targets.includes(-test)).map((test) => profit(-test));
  const isBest = gain > 0 && gain >= (1 - ABOUT) * Math.max(...elsewhere);
  return isBest && mirrored.every((other) => other < (1 - ABOUT) * gain) ? gain : undefined;
}

function yieldOf({ side, edge, expiry }: OrderRow, now: UnixSeconds): number | undefined {
  if (side === 'buy' || edge === undefined) return undefined;
  const perYear = yieldPerYearBps(BigInt(Math.round(edge * 100)), expiry - now);
  return perYear === undefined ? undefined : Number(perYear) / 100;
}

/** Returns a figure that is smaller for a better quote. */
function rankOf(ranking: Ranking, { row, cost, yieldPerYear }: OutlookQuote): number {
  const highest = (figure: number | undefined) => -(figure ?? Number.NEGATIVE_INFINITY);
  switch (ranking) {
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
