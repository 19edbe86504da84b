import { COIN_DECIMALS } from '../../shared/chain/dust.ts';
import { roundedUp } from '../../shared/format.ts';
import { amountText, CENTS, isDollar, TOKEN_DECIMALS, tokenText, usdText } from './numbers.ts';

interface MoneyToken {
  readonly symbol: string | undefined;
  readonly decimals: number;
}

/** Returns an amount to pay, lock or lose at most, rounded up. Show the exact amount on hover. */
export function payText(amount: bigint, token: MoneyToken): string {
  const fraction = isDollar(token.symbol) ? CENTS : TOKEN_DECIMALS;
  return tokenText(roundedUp(amount, token.decimals, fraction), token);
}

/** Returns an amount of a network's coin (wei) that the user pays, rounded up. */
export function payCoin(wei: bigint, fraction: number = TOKEN_DECIMALS): string {
  return amountText(roundedUp(wei, COIN_DECIMALS, fraction), COIN_DECIMALS, fraction);
}

/** Returns an amount that the user receives, rounded down. Show the exact amount on hover. */
export function getText(amount: bigint, token: MoneyToken): string {
  return tokenText(amount, token);
}

/**
 * Returns dollars (8 decimals) that the user pays or can lose, rounded up to the cent. A negative
 * amount, which the user receives, is rounded down.
 */
export function payUsd(amount: bigint): string {
  return usdText(amount > 0n ? roundedUp(amount, 8, CENTS) : amount);
}

/** Returns dollars with 8 decimals that the user receives, rounded down to the cent. */
export function getUsd(amount: bigint): string {
  return usdText(amount);
}
