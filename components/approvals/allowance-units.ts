import type { EditableAllowance } from '../../shared/approvals/view.ts';
import { exactAmount } from '../../shared/format.ts';
import { parseAmount } from '../../shared/parse-amount.ts';

/** What a token contract can hold (uint256). */
const MOST = 2n ** 256n - 1n;

/** What the field holds at first: the exact amount (base units as decimal text) as it is typed. */
export function allowanceText(
  { amount, decimals, isUnlimited }: EditableAllowance,
  mark: '.' | ',',
): string {
  return isUnlimited ? '' : exactAmount(BigInt(amount), decimals).replace('.', mark);
}

/**
 * A typed amount in base units as decimal text; `undefined` when it is no amount, has more decimal
 * places than the token, or is more than a contract can hold.
 */
export function allowanceUnits(
  text: string,
  decimals: number,
  mark: Parameters<typeof parseAmount>[2],
): string | undefined {
  const units = parseAmount(text, decimals, mark);
  return units === undefined || units > MOST ? undefined : units.toString();
}
