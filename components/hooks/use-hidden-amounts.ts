import { useCallback } from 'react';
import { useSnapshot } from './use-wallet.ts';

const HIDDEN = '•••';
/** A number with its separators. Digits inside words, such as addresses, aren't amounts. */
const NUMBER = /(?<![\p{L}\d…])\d+(?:[.,’\u00a0\u202f]\d+)*(?![\p{L}\d])/gu;

/** A sign before a number, possibly with "<" or ">" and a currency in between. */
const SIGN = /(?:[+−]|(?<![\p{L}\d])-)(?=[<>]?\$?\d)/gu;

/** Returns true while the user hides amounts. */
export const useIsHidden = (): boolean =>
  useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;

/** Returns a function for the colour of a gain or a loss; none while amounts are hidden. */
export function useTone(): (amount: bigint | number) => string {
  const isHidden = useIsHidden();
  return (amount) => (isHidden ? '' : amount < 0 ? 'text-bad' : amount > 0 ? 'text-good' : '');
}

/**
 * Returns a function for texts about the user's assets. While amounts are hidden, it replaces the
 * numbers in a text, so that their length and sign can't be seen.
 */
export function useHidden(): (text: string) => string {
  const isHidden = useIsHidden();
  return useCallback((text) => (isHidden ? withoutNumbers(text) : text), [isHidden]);
}

/** Replaces numbers in a text, and removes signs, which distinguish a gain from a loss. */
export function withoutNumbers(text: string): string {
  return text.replace(SIGN, '').replace(NUMBER, HIDDEN);
}
