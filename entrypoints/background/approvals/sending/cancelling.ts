import type { ApprovalRequest } from '../../../../shared/approvals/types.ts';

/**
 * Returns true for a cancellation: an empty transfer to oneself that replaces another transaction.
 * Checks the request's mark, because a sped-up empty transfer has the same bytes.
 */
export function isCancelling(request: ApprovalRequest): boolean {
  if (request.kind !== 'transaction' || request.replaces === undefined) return false;
  if (request.isCancel !== true) return false;
  const { to, value, data } = request.transaction;
  const isToOneself = to?.toLowerCase() === request.account.toLowerCase();
  return isToOneself && BigInt(value) === 0n && data === '0x';
}
