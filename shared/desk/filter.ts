import type { OrderRow } from '../messages/market.ts';
import { toNumber8, toWhole } from '../units.ts';

/** Limits of the shown quotes. A missing member doesn't limit the list. */
export interface DeskFilter {
  /** Dollars: lowest and highest strike of a quote. */
  readonly strikeFrom?: number;
  readonly strikeTo?: number;
  /** Absolute delta, from 0 to 1. Quotes without a delta are left out. */
  readonly deltaFrom?: number;
  readonly deltaTo?: number;
  /** Minimum number of contracts in the maker's remaining budget. */
  readonly leastContracts?: number;
  /** Dollars per contract. Quotes without a price in dollars are left out. */
  readonly mostPremium?: number;
}

/** Returns the rows within all limits, in their order. */
export function filterRows(rows: readonly OrderRow[], filter: DeskFilter): readonly OrderRow[] {
  const { leastContracts, mostPremium } = filter;
  if (Object.values(filter).every((bound) => bound === undefined)) return rows;
  return rows.filter((row) => {
    const size = Math.abs(row.delta ?? Number.NaN);
    return (
      row.strikes.every((strike) => isWithin(strike, filter.strikeFrom, filter.strikeTo)) &&
      isWithin(size, filter.deltaFrom, filter.deltaTo) &&
      (leastContracts === undefined ||
        toWhole(row.available, row.collateralDecimals) >= leastContracts) &&
      (mostPremium === undefined ||
        (row.priceUsd !== undefined && toNumber8(row.priceUsd) <= mostPremium))
    );
  });
}

function isWithin(value: number, from: number | undefined, to: number | undefined): boolean {
  return (from === undefined || value >= from) && (to === undefined || value <= to);
}
