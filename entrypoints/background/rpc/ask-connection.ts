import type { Address } from 'viem';
import type { Clock } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { RequestContext } from '../approvals/request-context.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import type { Sites } from '../kernel/sites.ts';

export interface ConnectionDeps {
  readonly approvals: Approvals;
  readonly sites: Sites;
  readonly activity: Pick<ActivityLog, 'add'>;
  readonly clock: Clock;
}

/** Asks which accounts the site may see, and stores the answer. Rejects with 4001. */
export async function askConnection(
  deps: ConnectionDeps,
  context: RequestContext,
  only?: readonly Address[],
): Promise<void> {
  const { choice } = await deps.approvals.request({
    requestKey: context.requestKey,
    requester: context.requester,
    request: { kind: 'connect', ...(only === undefined ? {} : { only: [...only] }) },
    chainId: context.chainId,
  });
  const { origin } = context.requester;
  const accounts = choice.kind === 'connect' ? choice.accounts : [];
  const [account] = accounts;
  if (account === undefined) throw new RpcError('rejected');
  await deps.sites.connect(origin, accounts);
  const at = deps.clock.now();
  const record = {
    id: `${context.requestKey}:${at}`,
    kind: 'connection' as const,
    at,
    origin,
    account,
    what: { kind: 'accounts' as const, count: accounts.length },
    chainId: context.chainId,
  };
  // The consent is valid even if the activity can't store the connection.
  await deps.activity.add(record).catch(() => undefined);
}
