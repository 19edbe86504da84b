import { i18n } from '#i18n';
import type { Network } from '../../../shared/approvals/types.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { Networks } from '../state/networks.ts';
import type { SiteChains } from '../state/site-chains.ts';
import type { WatchedTokens } from '../state/watched-tokens.ts';
import { checkHosts } from './check-hosts.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `networks.${string}` | `tokens.${string}`>;

class NetworkError extends CondorError<'own-network' | 'wrong-chain'> {}

export function networkHandlers(deps: {
  networks: Networks;
  siteChains: SiteChains;
  watchedTokens: WatchedTokens;
  checkEndpoints: (network: Network) => Promise<string[]>;
}): Pick<Handlers, Topics> {
  return {
    async 'networks.add'({ network }) {
      if (network.chainId === CHAIN_ID) {
        throw new NetworkError('own-network', i18n.t('worker.basesEndpointsAreSetUnder'));
      }
      checkHosts([...network.rpcUrls, network.explorerUrl ?? '']);
      const rpcUrls = await deps.checkEndpoints(network);
      if (rpcUrls.length === 0) {
        throw new NetworkError('wrong-chain', i18n.t('worker.noEndpointAnsweredWithThis'));
      }
      await deps.networks.add({ ...network, rpcUrls });
      return { leftOut: network.rpcUrls.filter((url) => !rpcUrls.includes(url)) };
    },
    async 'networks.use'({ chainId }) {
      await deps.networks.use(chainId);
      return null;
    },
    async 'networks.remove'({ chainId }) {
      if (chainId === CHAIN_ID) return null;
      await deps.siteChains.forgetChain(chainId);
      await deps.networks.remove(chainId);
      return null;
    },
    async 'tokens.remove'(token) {
      await deps.watchedTokens.remove(token);
      return null;
    },
  };
}
