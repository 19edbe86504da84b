import { createClient, custom, defineChain } from 'viem';
import { CHAIN_ID, DEFAULT_RPC_URLS } from '../../../shared/chain/deployments.ts';
import type { Rpc } from './rpc.ts';

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

export const base = defineChain({
  id: CHAIN_ID,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [...DEFAULT_RPC_URLS] } },
  contracts: { multicall3: { address: MULTICALL3 } },
});

export type ChainClient = ReturnType<typeof createChainClient>;

/** viem's client over our own transport; actions are imported one by one to keep the worker small. */
export function createChainClient(rpc: Rpc) {
  return createClient({
    chain: base,
    // Fail-over and errors are the transport's own: retries on top would only repeat them.
    transport: custom(
      { request: ({ method, params }) => rpc.request(method, params ?? []) },
      { retryCount: 0 },
    ),
  });
}
