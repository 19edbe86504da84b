import { type TokenAmount, tokenAmount } from '../units.ts';

/**
 * Returns the collateral (base units) that backs a part of an option's contracts. Rounds up, so
 * that the part is fully covered. Undefined if either option would be left without contracts or
 * collateral.
 */
export function splitCollateral(
  option: { readonly contracts: bigint; readonly collateral: bigint },
  count: bigint,
): TokenAmount | undefined {
  const { contracts, collateral } = option;
  if (count <= 0n || count >= contracts) return undefined;
  const part = (count * collateral + contracts - 1n) / contracts;
  return part > 0n && part < collateral ? tokenAmount(part) : undefined;
}
