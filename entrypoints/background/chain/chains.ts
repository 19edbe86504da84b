import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Networks } from '../state/networks.ts';
import { createRpc, type Rpc } from './rpc.ts';

/** The nodes of every network in the wallet. */
export interface Chains {
  /** Returns JSON-RPC of a network, with fail-over between its endpoints. */
  rpc(chainId: number): Rpc;
}

export function createChains(deps: {
  fetch: Fetch;
  networks: Pick<Networks, 'find' | 'rpcUrls'>;
  clock: Clock;
  wait: Wait;
}): Chains {
  const { fetch, networks, clock, wait } = deps;
  const rpcs = new Map<number, Rpc>();

  function rpc(chainId: number): Rpc {
    const known = rpcs.get(chainId);
    if (known !== undefined) return known;
    const created = createRpc({
      fetch,
      urls: () => networks.rpcUrls(chainId),
      pace: { clock, wait },
    });
    rpcs.set(chainId, created);
    return created;
  }

  return {
    rpc(chainId) {
      if (networks.find(chainId) === undefined) throw new RpcError('unknownChain');
      return rpc(chainId);
    },
  };
}
