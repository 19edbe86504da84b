import type { PreparationKind } from './preparation.ts';

/**
 * Change of each form of an asset in an account, in base units; negative for an amount that leaves.
 */
export interface FormChange {
  readonly ether: bigint;
  readonly asset: bigint;
  readonly receipt: bigint;
}

/**
 * Returns the change by a whole fill: its conversions, and the amount of the wanted form that it
 * takes. Receipts can be some units less, because supplying rounds.
 */
export function sumOfFill(
  steps: readonly { readonly kind: PreparationKind; readonly amount: bigint }[],
  { wanted, pays }: { readonly wanted: 'asset' | 'receipt'; readonly pays: bigint },
): FormChange {
  const sum = { ether: 0n, asset: 0n, receipt: 0n };
  sum[wanted] -= pays;
  for (const { kind, amount } of steps) {
    if (kind === 'wrap') {
      sum.ether -= amount;
      sum.asset += amount;
    }
    if (kind === 'supply') {
      sum.asset -= amount;
      sum.receipt += amount;
    }
    if (kind === 'withdraw') {
      sum.receipt -= amount;
      sum.asset += amount;
    }
  }
  return sum;
}
