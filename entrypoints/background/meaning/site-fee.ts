import type { SiteFee } from '../../../shared/approvals/types.ts';
import { wei } from '../../../shared/units.ts';
import type { FeeEstimate, GasPrice } from '../chain/fees.ts';

/** A site's price this many times above the wallet's fast one isn't offered. */
const MAX_FACTOR = 10n;

export type SiteFeeVerdict =
  | { readonly kind: 'offered'; readonly price: GasPrice }
  /** Lower than the next block's base fee, or more than ten times the fast price. */
  | { readonly kind: 'tooLow' | 'tooHigh'; readonly maxFeePerGas: bigint };

/** Completes a site's prices with the wallet's own, and judges whether to offer them (wei a gas). */
export function judgeSiteFee(siteFee: SiteFee, estimate: FeeEstimate): SiteFeeVerdict {
  const { normal, fast } = estimate.prices;
  const tip =
    siteFee.maxPriorityFeePerGas === undefined
      ? normal.maxPriorityFeePerGas
      : BigInt(siteFee.maxPriorityFeePerGas);
  // The network refuses a smaller tip; the site's maximum still holds.
  const priority = tip < estimate.leastTip ? estimate.leastTip : tip;
  const max =
    siteFee.maxFeePerGas === undefined
      ? normal.maxFeePerGas - normal.maxPriorityFeePerGas + priority
      : BigInt(siteFee.maxFeePerGas);
  if (max < estimate.least) return { kind: 'tooLow', maxFeePerGas: max };
  if (max > fast.maxFeePerGas * MAX_FACTOR) return { kind: 'tooHigh', maxFeePerGas: max };
  const isWhole = estimate.isLegacy || priority > max;
  return {
    kind: 'offered',
    price: { maxFeePerGas: wei(max), maxPriorityFeePerGas: wei(isWhole ? max : priority) },
  };
}
