import type { ApprovalRequest } from '../../../shared/approvals/types.ts';

/** Nothing to oneself under another one's nonce: how an own pending transaction is cancelled. */
export function isCancelling(request: ApprovalRequest): boolean {
  if (request.kind !== 'transaction' || request.replaces === undefined) return false;
  const { to, value, data } = request.transaction;
  const isToOneself = to?.toLowerCase() === request.account.toLowerCase();
  return isToOneself && BigInt(value) === 0n && data === '0x';
}
