import { amountText } from '../../texts/numbers.ts';

/** Strikes of a row in the chosen language: "2,600 · 2,800". */
export function strikesText(strikes: readonly number[]): string {
  return strikes.map((strike) => amountText(BigInt(Math.round(strike * 1e8)), 8, 8)).join(' · ');
}
