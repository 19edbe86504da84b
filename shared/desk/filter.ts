import type { OrderRow } from '../messages/market.ts';

/** Bounds of quotes to show; an absent member doesn't narrow the list. */
export interface DeskFilter {
  readonly asset?: string;
  /** Unix seconds. */
  readonly expiry?: number;
  readonly side?: OrderRow['side'];
  readonly products?: readonly OrderRow['product'][];
  /** Addresses as in the rows. */
  readonly makers?: readonly string[];
  /** Dollars, of every strike. */
  readonly strikes?: { readonly from: number; readonly to: number };
  /** Size of delta without its sign, from 0 to 1; quotes without a delta don't pass. */
  readonly delta?: { readonly from: number; readonly to: number };
  /** Contracts that the maker must still have. */
  readonly leastContracts?: number;
  /** Dollars per contract; quotes without a dollar price don't pass. */
  readonly mostPremiumUsd?: number;
}

/** Returns the rows that pass every bound, in their order. */
export function filterRows(rows: readonly OrderRow[], filter: DeskFilter): readonly OrderRow[] {
  const { asset, expiry, side, strikes, delta, leastContracts, mostPremiumUsd } = filter;
  const products = filter.products && new Set(filter.products);
  const makers = filter.makers && new Set(filter.makers);
  return rows.filter(
    (row) =>
      (asset === undefined || row.asset === asset) &&
      (expiry === undefined || row.expiry === expiry) &&
      (side === undefined || row.side === side) &&
      products?.has(row.product) !== false &&
      makers?.has(row.maker) !== false &&
      (strikes === undefined || row.strikes.every((strike) => isWithin(strike, strikes))) &&
      (delta === undefined || isWithin(Math.abs(row.delta ?? Number.NaN), delta)) &&
      (leastContracts === undefined ||
        Number(row.available) / 10 ** row.collateralDecimals >= leastContracts) &&
      (mostPremiumUsd === undefined || Number(row.priceUsd) / 1e8 <= mostPremiumUsd),
  );
}

const isWithin = (value: number, { from, to }: { from: number; to: number }) =>
  value >= from && value <= to;
