import type { Understanding } from '../../../shared/approvals/understanding.ts';

const NOBODY = /^0x0{40}$/;

/**
 * Returns true for a call that takes nothing from the account by its name: a revocation, a transfer
 * to itself or of somebody else's tokens, or several of these. A contract that Condor doesn't know
 * can do anything under such a name.
 */
export function movesNothing(found: Understanding, account: string): boolean {
  const isOwn = (address: string) => address.toLowerCase() === account.toLowerCase();
  switch (found.kind) {
    case 'approve':
    case 'allow through permit2':
      return found.amount === 0n;
    case 'allow item':
      return NOBODY.test(found.operator);
    case 'allow all':
      return !found.isAllowed;
    case 'transfer':
      return found.amount === 0n || isOwn(found.to);
    case 'transfer from':
      return found.amount === 0n || isOwn(found.to) || !isOwn(found.from);
    case 'transfer item':
      return found.count === 0n || isOwn(found.to) || !isOwn(found.from);
    case 'multicall':
      return found.calls.every((call) => movesNothing(call, account));
    default:
      return false;
  }
}
