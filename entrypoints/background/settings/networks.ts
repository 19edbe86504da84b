import { type Address, getAddress } from 'viem';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Network } from '../../../shared/chain/network.ts';
import { isHomeToken } from '../../../shared/chain/tokens.ts';
import { CondorError } from '../../../shared/errors.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { lookUpToken } from '../chain/look-up-token.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Commands } from '../kernel/feature.ts';
import type { Networks } from '../kernel/networks.ts';
import { checkHosts } from '../kernel/outgoing.ts';
import type { SiteChains } from '../kernel/site-chains.ts';
import type { WatchedTokens } from '../kernel/watched-tokens.ts';

class NetworkError extends CondorError<'ownNetwork' | 'wrongChain'> {}

export function networkCommands(deps: {
  networks: Networks;
  siteChains: SiteChains;
  watchedTokens: WatchedTokens;
  checkEndpoints: (network: Network) => Promise<string[]>;
  rpcOf: (chainId: number) => Rpc;
}): Commands<'networks' | 'tokens'> {
  async function look({ chainId, address }: { chainId: number; address: string }) {
    const isWatched = deps.watchedTokens
      .all()
      .some((one) => one.chainId === chainId && isSameAddress(one.address, address));
    if (isWatched || (chainId === CHAIN_ID && isHomeToken(address))) {
      return { kind: 'shown' } as const;
    }
    // Transactions are sent only on networks in use.
    if (!deps.networks.isInUse(chainId)) return { kind: 'noContract' } as const;
    return lookUpToken(deps.rpcOf(chainId), address as Address);
  }
  return {
    async 'networks.add'({ network }) {
      if (network.chainId === CHAIN_ID) {
        throw new NetworkError('ownNetwork', 'The endpoints of Base are set elsewhere.');
      }
      checkHosts([...network.rpcUrls, network.explorerUrl ?? '']);
      const rpcUrls = await deps.checkEndpoints(network);
      if (rpcUrls.length === 0) {
        throw new NetworkError('wrongChain', 'No endpoint answered with this chain id.', {
          details: { phase: 'beforeSend' },
        });
      }
      await deps.networks.add({ ...network, rpcUrls });
      return { leftOut: network.rpcUrls.filter((url) => !rpcUrls.includes(url)) };
    },
    'networks.use': ({ chainId }) => deps.networks.use(chainId),
    async 'networks.remove'({ chainId }) {
      if (chainId === CHAIN_ID) return;
      await deps.siteChains.forgetChain(chainId);
      await deps.networks.remove(chainId);
    },
    'tokens.look': look,
    async 'tokens.add'({ chainId, address }) {
      // Reads the token again instead of trusting the page's description.
      const found = await look({ chainId, address });
      if (found.kind === 'token') {
        const { symbol, decimals } = found;
        const checksummed = getAddress(address.toLowerCase());
        await deps.watchedTokens.add({ chainId, address: checksummed, symbol, decimals });
      }
      return found;
    },
    'tokens.remove': (token) => deps.watchedTokens.remove(token),
  };
}
