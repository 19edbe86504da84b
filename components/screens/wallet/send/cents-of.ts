import type { BalanceView } from '../../../../shared/messages/portfolio.ts';

/**
 * Returns the value of an amount (base units) in US cents, to the nearest cent, at the price of the
 * shown balance. Undefined without a price.
 */
export function centsOf(
  amount: bigint,
  balance: Pick<BalanceView, 'amount' | 'usdCents'>,
): bigint | undefined {
  const { amount: whole, usdCents } = balance;
  if (usdCents === undefined || whole === 0n) return undefined;
  return (2n * amount * usdCents + whole) / (2n * whole);
}
