import type { AccountPlace } from '../../../shared/vault/payload.ts';

/**
 * Returns the derivation paths of a recovery phrase's accounts that are offered at import: `count`
 * of each kind. Ledger Live's first account is the first one of BIP-44.
 */
export function offeredPlaces(count: number): AccountPlace[] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return [
    ...indexes.map((index): AccountPlace => ({ index })),
    ...indexes.slice(1).map((index): AccountPlace => ({ index, path: 'ledger-live' })),
    ...indexes.map((index): AccountPlace => ({ index, path: 'legacy' })),
  ];
}

/** Returns true for equal places; a missing index is the first. */
export function isSamePlace(a: AccountPlace, b: AccountPlace): boolean {
  return (a.index ?? 0) === (b.index ?? 0) && a.path === b.path;
}
