/**
 * Transactions that a fill can need before it: wrapping ether, allowing the lending pool and
 * supplying to it or withdrawing from it, and the book's allowance. Each is needed at most once for
 * a quote.
 */
export const PREPARATION_KINDS = [
  'wrap',
  'allow pool',
  'supply',
  'withdraw',
  'allow book',
] as const;
export type PreparationKind = (typeof PREPARATION_KINDS)[number];

/** Returns true for transactions that change the form of the account's money. */
export function isConversion(kind: PreparationKind): kind is 'wrap' | 'supply' | 'withdraw' {
  return kind === 'wrap' || kind === 'supply' || kind === 'withdraw';
}
