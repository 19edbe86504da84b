import { FEE_DECIMALS, shownFee } from '../../shared/approvals/shown-fee.ts';
import type { FeeOption } from '../../shared/approvals/view.ts';
import { amountText, centsText } from '../ui/numbers.ts';

export interface CostText {
  readonly total: string;
  /** Absent without a price of the coin. */
  readonly usd?: string;
}

/**
 * A fee in wei at most, rounded up: to the last decimal that is shown of the coin, and, by a price with
 * 8 decimals, to the cent or one more. It never costs more than it reads.
 */
export function describeCost(
  { total, coinPrice }: Pick<FeeOption, 'total' | 'coinPrice'>,
  coin: string,
): CostText {
  const wei = BigInt(total);
  return {
    total: feeText(wei, coin),
    ...(coinPrice === undefined
      ? {}
      : { usd: centsText((wei * BigInt(coinPrice)) / 10n ** 24n + 1n) }),
  };
}

/** A fee in wei, rounded up to the last decimal that is shown. */
export function feeText(wei: bigint, coin: string): string {
  return `${amountText(shownFee(wei), 18, FEE_DECIMALS)} ${coin}`;
}
