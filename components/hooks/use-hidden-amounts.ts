import { useCallback } from 'react';
import { useSnapshot } from './use-wallet.ts';

const HIDDEN = '•••';
/** A number with its separators. Digits within words and addresses don't match. */
const NUMBER = /(?<![\p{L}\d…])\d+(?:[.,’\u00a0\u202f]\d+)*(?![\p{L}\d])/gu;

/** A sign before a number, possibly with "<" or ">" and a currency in between. */
const SIGN = /(?:[+−]|(?<![\p{L}\d])-)(?=[<>]?\$?\d)/gu;

/** Returns true while the user hides amounts. */
export const useIsHidden = (): boolean =>
  useSnapshot(({ areAmountsHidden }) => areAmountsHidden) === true;

/**
 * Returns a function that maps an amount to the class of its colour. The class is empty while
 * amounts are hidden.
 */
export function useTone(): (amount: bigint | number) => string {
  const isHidden = useIsHidden();
  return (amount) => (isHidden ? '' : amount < 0 ? 'text-bad' : amount > 0 ? 'text-good' : '');
}

/**
 * Returns a function for texts about the user's assets. While amounts are hidden, the function
 * replaces the numbers in a text, so that neither their length nor their sign is visible.
 */
export function useHidden(): (text: string) => string {
  const isHidden = useIsHidden();
  return useCallback((text) => (isHidden ? withoutNumbers(text) : text), [isHidden]);
}

/** Replaces numbers in a text, and removes signs. A sign would tell a gain from a loss. */
export function withoutNumbers(text: string): string {
  return text.replace(SIGN, '').replace(NUMBER, HIDDEN);
}
