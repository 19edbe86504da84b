import { BUILT_IN_NETWORKS, isBuiltIn } from '../../../../shared/chain/built-in-networks.ts';
import type { Network } from '../../../../shared/chain/network.ts';
import { isHostName, isLoopback } from '../../../../shared/hosts.ts';
import { isRecord } from '../../../../shared/is-record.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { Networks } from '../../kernel/networks.ts';
import type { SiteChains } from '../../kernel/site-chains.ts';
import type { Sites } from '../../kernel/sites.ts';
import { type Method, method } from '../method.ts';
import { chainIdParam, listParams } from '../params.ts';

/**
 * `wallet_addEthereumChain` (EIP-3085): one prompt adds the network and switches to it. Saves the
 * network only if the node returns its chain id.
 */
export function wallet_addEthereumChain(deps: {
  approvals: Approvals;
  networks: Networks;
  siteChains: SiteChains;
  sites: Pick<Sites, 'isConnected'>;
  /** Returns the endpoints that respond with the requested chain id; empty if there are none. */
  checkEndpoints: (network: Network) => Promise<string[]>;
}): Method {
  return method<Network>({
    name: 'wallet_addEthereumChain',
    waitsFor: 'activity',
    asks: 'user',
    refuses: 'nobody',
    once: true,
    parse: parseNetwork,
    async handle(network, context) {
      const { chainId } = network;
      const isKnown = deps.networks.find(chainId) !== undefined;
      const { origin } = context.requester;
      const names = (mayKnow: boolean) =>
        [...deps.networks.all(), ...BUILT_IN_NETWORKS]
          .filter((known) => mayKnow || isBuiltIn(known.chainId))
          .map(({ name }) => name.toLowerCase());
      const checkName = (mayKnow: boolean) => {
        if (isKnown || !names(mayKnow).includes(network.name.toLowerCase())) return;
        throw new RpcError('invalidParams', 'Another network of the wallet has this name.');
      };
      // A site that isn't connected learns that a name is taken only after the user agreed.
      checkName(deps.sites.isConnected(origin));
      if (isKnown && chainId === context.chainId) return null;
      const { choice } = await deps.approvals.request({
        requestKey: context.requestKey,
        requester: context.requester,
        request: isKnown ? { kind: 'switch_chain', to: chainId } : { kind: 'add_chain', network },
        chainId: context.chainId,
      });
      if (choice.kind !== 'agree') throw new RpcError('rejected');
      if (!isKnown) {
        checkName(true);
        const rpcUrls = await deps.checkEndpoints(network);
        if (rpcUrls.length === 0) {
          throw new RpcError(
            'invalidParams',
            'No endpoint of the network answered with the chain id that it was added with.',
          );
        }
        await deps.networks.add({ ...network, rpcUrls });
      } else await deps.networks.use(chainId);
      await deps.siteChains.set(origin, chainId);
      return null;
    },
  });
}

function parseNetwork(params: unknown): Network {
  const [request] = listParams(params, 1);
  if (!isRecord(request)) throw new RpcError('invalidParams');
  const { chainName, nativeCurrency, rpcUrls, blockExplorerUrls } = request;
  const chainId = chainIdParam(request.chainId);
  if (typeof chainName !== 'string' || chainName.trim() === '' || chainName.length > 64) {
    throw new RpcError('invalidParams', 'The network needs a name of at most 64 characters.');
  }
  // Hidden and bidirectional characters could make the name look like another network's.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(chainName)) {
    throw new RpcError('invalidParams', 'The network’s name holds hidden characters.');
  }
  // Letters of other scripts could look like those of a known network.
  if (!/^[\x20-\x7e]+$/.test(chainName.trim())) {
    throw new RpcError('invalidParams', 'The network’s name holds other letters than a to z.');
  }
  const urls = firstOf(rpcUrls).flatMap(endpointOf);
  if (urls.length === 0) {
    throw new RpcError('invalidParams', 'The network needs an endpoint with https.');
  }
  const [explorer] = firstOf(blockExplorerUrls).flatMap(endpointOf);
  return {
    chainId,
    name: chainName.trim(),
    symbol: symbolOf(nativeCurrency),
    rpcUrls: urls.slice(0, 8),
    ...(explorer === undefined ? {} : { explorerUrl: explorer }),
  };
}

/** Returns the first addresses of a list. A site's list can be very long. */
function firstOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.slice(0, 32) : [];
}

function symbolOf(currency: unknown): string {
  if (currency === undefined || currency === null) return 'ETH';
  const symbol = isRecord(currency) ? currency.symbol : undefined;
  if (typeof symbol !== 'string' || !/^[\w.$-]{1,16}$/.test(symbol)) {
    throw new RpcError('invalidParams', 'The currency needs a symbol of 1 to 16 characters.');
  }
  if (isRecord(currency) && currency.decimals !== undefined && currency.decimals !== 18) {
    throw new RpcError('invalidParams', 'The currency has to have 18 decimals.');
  }
  return symbol;
}

const MAX_URL = 512;

/**
 * Returns an address in canonical form, in a list. Empty unless it is https, or http on the user's
 * own machine (EIP-3085 allows no other scheme). With letters of other scripts, tabs or
 * backslashes, a site's own spelling could show another host than the browser contacts.
 */
function endpointOf(value: unknown): readonly string[] {
  if (typeof value !== 'string' || value.length > MAX_URL || !URL.canParse(value)) return [];
  const { protocol, hostname, username, password, origin, pathname, search } = new URL(value);
  if (username !== '' || password !== '' || !isHostName(hostname)) return [];
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) return [];
  const plain = `${origin}${pathname === '/' ? '' : pathname}${search}`;
  return plain.length > MAX_URL ? [] : [plain];
}
