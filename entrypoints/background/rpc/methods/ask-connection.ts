import type { Address } from 'viem';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { Sites } from '../../state/sites.ts';
import type { RequestContext } from '../method.ts';

/** Asks which accounts the site may see, and stores the answer. Rejects with 4001. */
export async function askConnection(
  deps: { approvals: Approvals; sites: Sites },
  context: RequestContext,
  only?: readonly Address[],
): Promise<void> {
  const { choice } = await deps.approvals.request({
    requestKey: context.requestKey,
    requester: context.requester,
    request: { kind: 'connect', ...(only === undefined ? {} : { only: [...only] }) },
    chainId: context.chainId,
  });
  if (choice.kind !== 'connect' || choice.accounts.length === 0) throw new RpcError('rejected');
  await deps.sites.connect(context.requester.origin, choice.accounts);
}
