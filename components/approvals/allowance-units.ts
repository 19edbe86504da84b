import { exactAmount } from '../../shared/format.ts';
import type { EditableAllowance } from '../../shared/messages/approval-view.ts';
import { parseAmount } from '../../shared/parse-amount.ts';
import { MAX_UINT256 } from '../../shared/units.ts';

/** Returns the field's initial text: the exact amount (base units as decimal text). */
export function allowanceText(
  { amount, decimals, isUnlimited }: EditableAllowance,
  mark: '.' | ',',
): string {
  return isUnlimited ? '' : exactAmount(BigInt(amount), decimals).replace('.', mark);
}

/**
 * Parses a typed amount into base units as decimal text; `undefined` when it isn't an amount, has
 * more decimals than the token, or exceeds uint256.
 */
export function allowanceUnits(
  text: string,
  decimals: number,
  mark: Parameters<typeof parseAmount>[2],
): string | undefined {
  const units = parseAmount(text, decimals, mark);
  return units === undefined || units > MAX_UINT256 ? undefined : units.toString();
}
