import type { SiteFee } from '../../../shared/approvals/types.ts';
import { wei } from '../../../shared/units.ts';
import type { FeeEstimate, GasPrice } from '../chain/fees.ts';

/** A site's price is rejected above this multiple of the wallet's fast price. */
const MAX_FACTOR = 10n;

export type SiteFeeVerdict =
  | { readonly kind: 'offered'; readonly price: GasPrice }
  /** Below the next block's base fee, or above ten times the fast price. */
  | { readonly kind: 'tooLow' | 'tooHigh'; readonly maxFeePerGas: bigint };

/**
 * Completes a site's prices with the wallet's own, and decides whether to offer them (wei per gas).
 */
export function judgeSiteFee(siteFee: SiteFee, estimate: FeeEstimate): SiteFeeVerdict {
  const { normal, fast } = estimate.prices;
  const tip =
    siteFee.maxPriorityFeePerGas === undefined
      ? normal.maxPriorityFeePerGas
      : BigInt(siteFee.maxPriorityFeePerGas);
  // The network requires at least this tip. The site's maximum still applies.
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
