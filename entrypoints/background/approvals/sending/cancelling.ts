import type { ApprovalRequest } from '../../../../shared/approvals/types.ts';

/**
 * Returns true for an empty transfer to oneself under another transaction's nonce that was asked
 * for as a cancellation. Its bytes look the same as an empty transfer of the user that is sped up.
 */
export function isCancelling(request: ApprovalRequest): boolean {
  if (request.kind !== 'transaction' || request.replaces === undefined) return false;
  if (request.isCancel !== true) return false;
  const { to, value, data } = request.transaction;
  const isToOneself = to?.toLowerCase() === request.account.toLowerCase();
  return isToOneself && BigInt(value) === 0n && data === '0x';
}
