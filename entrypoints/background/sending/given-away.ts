import type { Understanding } from '../../../shared/approvals/understanding.ts';

/**
 * Returns the allowance that a transaction grants, so that the list of allowances can show it.
 * Amount in base units.
 */
export function allowanceOf(
  understanding: Understanding,
): { token: string; spender: string; amount: string } | undefined {
  const { kind } = understanding;
  if (kind !== 'approve' && kind !== 'increase allowance') return undefined;
  const { token, spender, amount } = understanding;
  return { token, spender, amount: amount.toString() };
}

/** Returns the receiver of a transfer from the account; undefined for zero amounts. */
export function receiverOf(understanding: Understanding, account: string): string | undefined {
  const { kind } = understanding;
  if (kind === 'send' && understanding.value > 0n) return understanding.to;
  if (kind === 'transfer' && understanding.amount > 0n) return understanding.to;
  if (kind === 'transfer option') return understanding.target;
  if (kind !== 'transfer from' && kind !== 'transfer item') return undefined;
  const isOwn = understanding.from.toLowerCase() === account.toLowerCase();
  const size = kind === 'transfer from' ? understanding.amount : understanding.count;
  return isOwn && size > 0n ? understanding.to : undefined;
}
