import { useCallback } from 'react';
import { useSnapshot } from './use-wallet.ts';

const HIDDEN = '•••';
/** A number with its separators. Digits inside of words, such as addresses, aren't amounts. */
const NUMBER = /(?<![\p{L}\d…])\d+(?:[.,’\u00a0\u202f]\d+)*(?![\p{L}\d])/gu;

/**
 * Returns a function for texts about what the user owns: while amounts are hidden, it replaces the
 * numbers of a text, with nothing left of their length.
 */
export function useHidden(): (text: string) => string {
  const isHidden = useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;
  return useCallback((text) => (isHidden ? withoutNumbers(text) : text), [isHidden]);
}

/** Replaces every number of a text. */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, HIDDEN);
}
