import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Networks } from '../state/networks.ts';
import { createRpc, type Rpc } from './rpc.ts';

/** Returns JSON-RPC of each network in the wallet, with fail-over between its endpoints. */
export function createChains(deps: {
  fetch: Fetch;
  networks: Pick<Networks, 'find' | 'rpcUrls'>;
  clock: Clock;
  wait: Wait;
}): (chainId: number) => Rpc {
  const { fetch, networks, clock, wait } = deps;
  const rpcs = new Map<number, Rpc>();
  return (chainId) => {
    if (networks.find(chainId) === undefined) throw new RpcError('unknownChain');
    const urls = () => networks.rpcUrls(chainId);
    const rpc = rpcs.get(chainId) ?? createRpc({ fetch, urls, pace: { clock, wait } });
    rpcs.set(chainId, rpc);
    return rpc;
  };
}
