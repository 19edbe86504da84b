import type { ApprovalEnd, ApprovalRequest } from '../../../shared/approvals/types.ts';
import { RpcError, type RpcFailure } from '../../../shared/rpc/codes.ts';

const MESSAGES: Partial<Record<ApprovalEnd, string>> = {
  'wallet locked': 'The wallet was locked before the request was answered.',
  'account or chain changed': 'The account or chain changed before the request was answered.',
  'site blocked': 'The user has blocked requests of this site for now.',
  expired: 'The request was not answered in time.',
  'network silent': 'The network did not respond, so the user could not be asked.',
  unexplained: 'The request is too large or too complex to be explained to the user.',
};

/** MetaMask's message. ethers 5 ignores the code and searches for "user denied". */
const DENIED: Partial<Record<ApprovalRequest['kind'], string>> = {
  personal_sign: 'User denied message signature.',
  typed_data: 'User denied message signature.',
  transaction: 'User denied transaction signature.',
  calls: 'User denied transaction signature.',
};

/**
 * Returns the error that a page receives for an ended request: 4001 with the reason, 5750 for a site
 * whose calls would have turned the account into a smart one, 4901 when the network was silent, or
 * -32602 for a request that the user couldn't be asked about.
 */
export function rejection(reason: ApprovalEnd, request: ApprovalRequest, isOwn: boolean): RpcError {
  const isDenied = reason === 'rejected' || reason === 'window closed';
  if (isDenied && !isOwn && isUpgrade(request)) return new RpcError('upgradeRejected');
  const denied = isDenied ? DENIED[request.kind] : undefined;
  return new RpcError(failureOf(reason), denied ?? MESSAGES[reason]);
}

function isUpgrade(request: ApprovalRequest): boolean {
  return (
    request.kind === 'calls' && request.calls.some(({ codeChange }) => codeChange !== undefined)
  );
}

function failureOf(reason: ApprovalEnd): RpcFailure {
  if (reason === 'unexplained') return 'invalidParams';
  if (reason === 'network silent') return 'chainUnreachable';
  return reason === 'wallet locked' ? 'lockedMeanwhile' : 'rejected';
}
