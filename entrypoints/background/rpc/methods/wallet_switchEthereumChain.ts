import { isBuiltIn } from '../../../../shared/chain/built-in-networks.ts';
import { isRecord } from '../../../../shared/is-record.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { Networks } from '../../kernel/networks.ts';
import type { SiteChains } from '../../kernel/site-chains.ts';
import type { Sites } from '../../kernel/sites.ts';
import { type Method, method } from '../method.ts';
import { chainIdParam, listParams } from '../params.ts';

/**
 * `wallet_switchEthereumChain` (EIP-3326). Rejects an unknown chain with the exact code 4902, for
 * which dApps offer to add the chain.
 */
export function wallet_switchEthereumChain(deps: {
  approvals: Approvals;
  networks: Networks;
  siteChains: SiteChains;
  sites: Pick<Sites, 'isConnected'>;
}): Method {
  return method<number>({
    name: 'wallet_switchEthereumChain',
    waitsFor: 'activity',
    asks: 'user',
    refuses: 'nobody',
    once: true,
    parse(params) {
      const [request] = listParams(params, 1);
      if (!isRecord(request)) throw new RpcError('invalidParams');
      return chainIdParam(request.chainId);
    },
    async handle(to, context) {
      if (to === context.chainId) return null;
      const isKnown = deps.networks.find(to) !== undefined;
      // A site that isn't connected must not find out the user's networks by trying ids.
      const mayKnow = isBuiltIn(to) || deps.sites.isConnected(context.requester.origin);
      if (!isKnown || !mayKnow) throw new RpcError('unknownChain');
      const { choice } = await deps.approvals.request({
        requestKey: context.requestKey,
        requester: context.requester,
        request: { kind: 'switch_chain', to },
        chainId: context.chainId,
      });
      if (choice.kind !== 'agree') throw new RpcError('rejected');
      await deps.networks.use(to);
      // EIP-1193: the state must change, and its event must be sent, before the answer.
      await deps.siteChains.set(context.requester.origin, to);
      return null;
    },
  });
}
