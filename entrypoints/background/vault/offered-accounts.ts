import type { AccountPlace } from '../../../shared/vault/payload.ts';

/**
 * Returns the derivation paths that are offered when a phrase is imported: `count` of each kind.
 * Ledger Live's first account is left out, because its path is the same as BIP-44's first.
 */
export function offeredPlaces(count: number): AccountPlace[] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return [
    ...indexes.map((index): AccountPlace => ({ index })),
    ...indexes.slice(1).map((index): AccountPlace => ({ index, path: 'ledger-live' })),
    ...indexes.map((index): AccountPlace => ({ index, path: 'legacy' })),
  ];
}

/** Returns true for equal paths. A missing index means the first account. */
export function isSamePlace(a: AccountPlace, b: AccountPlace): boolean {
  return (a.index ?? 0) === (b.index ?? 0) && a.path === b.path;
}
