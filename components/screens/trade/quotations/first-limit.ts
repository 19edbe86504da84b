import { exactText } from '../../../texts/numbers.ts';

/** Room between the model's value and the first limit: the fee takes up to an eighth. */
const ROOM_PERCENT = 15n;

/**
 * Returns a first limit for a request as text, near the model's value in base units. Rounded to four
 * digits: a limit is a round number. Empty for an option that is worth nothing.
 */
export function firstLimit(mark: bigint, isBuyer: boolean, decimals: number): string {
  const percent = isBuyer ? 100n + ROOM_PERCENT : 100n - ROOM_PERCENT;
  const exact = (mark * percent) / 100n;
  if (exact === 0n) return '';
  const step = 10n ** BigInt(Math.max(0, exact.toString().length - 4));
  return exactText((exact / step) * step, decimals);
}
