import { type TokenAmount, tokenAmount } from '../units.ts';
import type { PositionRow } from './position-view.ts';

/**
 * Returns a buyer's cost or a seller's proceeds, positive; undefined when unknown. A buyer's
 * premium includes the fee, and a seller receives the premium less the fee (reference section 7).
 * @param cost entered by the user. Used only for a received side, because its holder didn't pay or
 * receive the first premium.
 */
export function costAtEntry(entry: {
  readonly side: PositionRow['side'];
  readonly premium: TokenAmount;
  readonly fee: TokenAmount;
  readonly cost?: TokenAmount | 'unknown' | undefined;
}): TokenAmount | undefined {
  const { side, premium, fee, cost } = entry;
  if (cost === 'unknown') return undefined;
  return cost ?? (side === 'buyer' ? premium : tokenAmount(premium - fee));
}

/** Returns `costAtEntry` for a position's row. */
export function paidFor(
  row: Pick<PositionRow, 'side' | 'premium' | 'fee' | 'isReceived' | 'enteredCost'>,
): TokenAmount | undefined {
  const { side, premium, fee, isReceived, enteredCost } = row;
  const cost = isReceived ? (enteredCost ?? 'unknown') : undefined;
  return costAtEntry({ side, premium, fee, cost });
}
