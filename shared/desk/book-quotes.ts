import type { ListedSpot, OrderRow } from '../messages/market.ts';
import { floorContracts } from '../orders/sizing.ts';
import { type Contracts, contracts } from '../units.ts';
import { ranked } from './chain.ts';
import { type DeskFill, fillOf } from './offer.ts';
import { byStrikes } from './order-of-terms.ts';

interface QuotedOption {
  readonly asset?: string;
  readonly product?: OrderRow['product'];
  /** Dollars, ascending. */
  readonly strikes: readonly number[];
  /** Unix seconds. */
  readonly expiry: number;
}

/** A number of contracts, scaled by decimals. */
interface Size {
  readonly contracts: Contracts;
  readonly decimals: number;
}

/** Fills of the book's best quotes for an option. A side is missing if nobody quotes it. */
export interface BookQuotes {
  /** Fill in which the taker sells. */
  readonly pays?: DeskFill;
  /** Fill in which the taker buys. */
  readonly asks?: DeskFill;
}

/**
 * Returns the book's best fills of an option on both sides. Each fill has the wanted size, or the
 * maker's remaining budget if that is smaller.
 */
export function bookQuotes(
  option: QuotedOption & Size,
  market: {
    readonly rows: readonly OrderRow[];
    readonly spot: ListedSpot | undefined;
    readonly now: number;
  },
): BookQuotes {
  const { spot } = market;
  if (spot === undefined) return {};
  const best = (side: OrderRow['side']) => {
    const [fill] = liveQuotes(option, side, market).flatMap(
      (row) => fillOfAtMost(row, option, spot) ?? [],
    );
    return fill;
  };
  const [pays, asks] = [best('sell'), best('buy')];
  return { ...(pays && { pays }), ...(asks && { asks }) };
}

/**
 * Returns the quotes of an option for one side of the taker, the best price first. Leaves out
 * expired quotes and quotes with an unchecked signature.
 */
export function liveQuotes(
  { asset, product, strikes, expiry }: QuotedOption,
  side: OrderRow['side'],
  market: { readonly rows: readonly OrderRow[]; readonly now: number },
): readonly OrderRow[] {
  return ranked(
    market.rows.filter(
      (row) =>
        row.side === side &&
        row.asset === asset &&
        row.product === product &&
        row.expiry === expiry &&
        byStrikes(row.strikes, strikes) === 0 &&
        row.isChecked &&
        row.quoteEnds > market.now,
    ),
  );
}

/**
 * Returns a fill of the size, or of the maker's remaining budget if that is smaller. Returns
 * undefined if the fill would be empty.
 */
export function fillOfAtMost(row: OrderRow, size: Size, spot: ListedSpot): DeskFill | undefined {
  const wanted = rescale(size.contracts, size.decimals, row.collateralDecimals);
  const most = wanted > row.available ? row.available : contracts(wanted);
  const count = floorContracts(most, row.collateralDecimals);
  return count > 0n ? fillOf(row, count, spot) : undefined;
}

/** Returns a number of contracts with other decimals, rounded down. */
export function rescale(count: bigint, from: number, to: number): bigint {
  return (count * 10n ** BigInt(to)) / 10n ** BigInt(from);
}
