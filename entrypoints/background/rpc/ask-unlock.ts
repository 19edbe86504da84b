import type { Requester } from '../../../shared/approvals/types.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { documentKeyOf } from './sender.ts';

/**
 * Asks the user to unlock the wallet for a connected site. Rejects with 4001 when the wallet stays
 * locked.
 */
export async function askUnlock(
  approvals: Approvals,
  requester: Requester,
  chainId: number,
): Promise<void> {
  // All requests of a document share one unlock.
  const requestKey = `unlock:${documentKeyOf(requester)}`;
  await approvals.request({ requestKey, requester, request: { kind: 'unlock' }, chainId });
}
