import type { BalanceView } from '../../../../shared/messages/portfolio.ts';

/**
 * Returns what an amount (base units) is worth in US cents, to the nearest one, by the price that the
 * balance is shown with. Undefined without a price.
 */
export function centsOf(
  amount: bigint,
  balance: Pick<BalanceView, 'amount' | 'usdCents'>,
): bigint | undefined {
  const { amount: whole, usdCents } = balance;
  if (usdCents === undefined || whole === 0n) return undefined;
  return (2n * amount * usdCents + whole) / (2n * whole);
}
