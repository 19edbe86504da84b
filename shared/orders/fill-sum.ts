import type { PreparationKind } from './preparation.ts';

/**
 * Balance changes of an account, one per form of an asset, in base units. Negative if the balance
 * decreases.
 */
export interface FormChange {
  readonly ether: bigint;
  readonly asset: bigint;
  readonly receipt: bigint;
}

/**
 * Returns the balance changes that a whole fill causes: its conversions and its payment in the
 * wanted form. Supplying rounds, so the receipts can be a few units less.
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
