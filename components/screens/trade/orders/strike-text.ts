import { toPrice8 } from '../../../../shared/units.ts';
import { amountText } from '../../../texts/numbers.ts';

/** Returns the strikes of a row in the chosen language: "2,600 · 2,800". */
export function strikesText(strikes: readonly number[]): string {
  return strikes.map((strike) => amountText(toPrice8(strike), 8, 8)).join(' · ');
}
