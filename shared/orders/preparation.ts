/**
 * Transactions that a fill may need first: wrapping ether, an allowance for the lending pool,
 * supplying to the pool or withdrawing from it, and an allowance for the book. A quote needs each
 * kind at most once.
 */
export const PREPARATION_KINDS = [
  'wrap',
  'allow pool',
  'supply',
  'withdraw',
  'allow book',
] as const;
export type PreparationKind = (typeof PREPARATION_KINDS)[number];

/** Returns true for transactions that convert the account's money to another form. */
export function isConversion(kind: PreparationKind): kind is 'wrap' | 'supply' | 'withdraw' {
  return kind === 'wrap' || kind === 'supply' || kind === 'withdraw';
}
