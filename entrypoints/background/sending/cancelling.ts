import type { ApprovalRequest } from '../../../shared/approvals/types.ts';

/**
 * Nothing to oneself under another one's nonce, asked for as a cancellation: the bytes alone do not tell
 * it from an own empty transfer that is sped up.
 */
export function isCancelling(request: ApprovalRequest): boolean {
  if (request.kind !== 'transaction' || request.replaces === undefined) return false;
  if (request.isCancel !== true) return false;
  const { to, value, data } = request.transaction;
  const isToOneself = to?.toLowerCase() === request.account.toLowerCase();
  return isToOneself && BigInt(value) === 0n && data === '0x';
}
