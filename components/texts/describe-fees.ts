import { FEE_DECIMALS, shownFee } from '../../shared/approvals/shown-fee.ts';
import type { FeeOption } from '../../shared/messages/approval-view.ts';
import { amountText, centsText } from './numbers.ts';

export interface CostText {
  readonly total: string;
  /** Undefined while the coin's price is unknown. */
  readonly usd?: string;
}

/**
 * Describes the maximum cost of a fee in wei, rounded up: in the coin to the last shown decimal,
 * and in dollars (price with 8 decimals) to the cent.
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

/** Describes a fee in wei, rounded up to the last shown decimal. */
export function feeText(wei: bigint, coin: string): string {
  return `${amountText(shownFee(wei), 18, FEE_DECIMALS)} ${coin}`;
}
