import type { Watched } from '../messages/desk-choices.ts';
import { toPrice8 } from '../units.ts';
import type { ExpiryChain, StrikeRow, StructureRow } from './chain.ts';
import { byStrikes, byText } from './order-of-terms.ts';

type ChainTerms = Pick<ExpiryChain, 'asset' | 'expiry'>;

/** A watched row with its live quotes; `quotes` is undefined while no maker has any. */
export type WatchedStrike = Extract<Watched, { kind: 'strike' }> & {
  readonly key: string;
  readonly quotes: StrikeRow | undefined;
};
export type WatchedStructure = Extract<Watched, { kind: 'structure' }> & {
  readonly key: string;
  readonly quotes: StructureRow | undefined;
};

/** Returns a text that is equal for the same watched row. */
export function watchKey(watched: Watched): string {
  const { asset, expiry } = watched;
  return watched.kind === 'strike'
    ? [asset, expiry, watched.strike].join(' ')
    : [asset, expiry, watched.product, ...watched.strikes].join(' ');
}

export function watchedStrike({ asset, expiry }: ChainTerms, strike: number): Watched {
  return { kind: 'strike', asset, expiry, strike: toPrice8(strike).toString() };
}

export function watchedStructure(
  { asset, expiry }: ChainTerms,
  { product, strikes }: Pick<StructureRow, 'product' | 'strikes'>,
): Watched {
  const exact = strikes.map((strike) => toPrice8(strike).toString());
  return { kind: 'structure', asset, expiry, product, strikes: exact };
}

/** Returns the watched rows by asset, expiry and terms, each with its row of the chains. */
export function watchedRows(
  watched: readonly Watched[],
  chains: readonly ExpiryChain[],
): {
  readonly strikes: readonly WatchedStrike[];
  readonly structures: readonly WatchedStructure[];
} {
  const strikes = new Map<string, StrikeRow>();
  const structures = new Map<string, StructureRow>();
  for (const chain of chains) {
    for (const row of chain.strikes) strikes.set(watchKey(watchedStrike(chain, row.strike)), row);
    for (const row of chain.structures) structures.set(watchKey(watchedStructure(chain, row)), row);
  }
  const sorted = watched
    .map((one) => ({ ...one, key: watchKey(one) }))
    .sort(
      (a, b) =>
        byText(a.asset, b.asset) || a.expiry - b.expiry || byStrikes(pricesOf(a), pricesOf(b)),
    );
  return {
    strikes: sorted.flatMap((one) =>
      one.kind === 'strike' ? [{ ...one, quotes: strikes.get(one.key) }] : [],
    ),
    structures: sorted.flatMap((one) =>
      one.kind === 'structure' ? [{ ...one, quotes: structures.get(one.key) }] : [],
    ),
  };
}

const pricesOf = (watched: Watched) =>
  (watched.kind === 'strike' ? [watched.strike] : watched.strikes).map(Number);

/** Returns an asset's expiries with the favourite ones first, in order of time. */
export function favouritesFirst<Expiry extends { readonly expiry: number }>(
  expiries: readonly Expiry[],
  favourites: readonly number[],
): readonly Expiry[] {
  const isFavourite = ({ expiry }: Expiry) => favourites.includes(expiry);
  return [...expiries.filter(isFavourite), ...expiries.filter((one) => !isFavourite(one))];
}
