import type { BalanceView } from '../../../../shared/messages/snapshot.ts';

/**
 * Returns what an amount (base units) is worth in US cents, to the nearest one, by the price that the
 * balance is shown with. Undefined without a price.
 */
export function centsOf(
  amount: bigint,
  balance: Pick<BalanceView, 'amount' | 'usdCents'>,
): bigint | undefined {
  const whole = BigInt(balance.amount);
  if (balance.usdCents === undefined || whole === 0n) return undefined;
  return (2n * amount * BigInt(balance.usdCents) + whole) / (2n * whole);
}
