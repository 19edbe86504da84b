import type { OrderRow } from '../messages/market.ts';
import { toNumber8, toWhole } from '../units.ts';

/** Bounds of quotes to show; an absent member doesn't narrow the list. */
export interface DeskFilter {
  /** Dollars: lowest and highest strike of a quote. */
  readonly strikeFrom?: number;
  readonly strikeTo?: number;
  /** Size of delta without its sign, from 0 to 1; quotes without a delta don't pass. */
  readonly deltaFrom?: number;
  readonly deltaTo?: number;
  /** Number of contracts that the maker must still offer. */
  readonly leastContracts?: number;
  /** Dollars per contract; quotes without a dollar price don't pass. */
  readonly mostPremium?: number;
}

/** Returns the rows that pass every bound, in their order. */
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
