import type { Network } from '../../../shared/chain/network.ts';
import type { Fetch } from '../../../shared/ports.ts';
import type { Outgoing } from '../kernel/outgoing.ts';
import { parseQuantity } from './quantities.ts';
import { createRpc } from './rpc.ts';

/**
 * Returns the endpoints of a network that respond with its chain id, in the network's order
 * (EIP-3085).
 */
export async function checkEndpoints(
  { fetch, outgoing }: { fetch: Fetch; outgoing: Pick<Outgoing, 'set'> },
  network: Network,
): Promise<string[]> {
  // The browser blocks the addresses until they are allowed.
  await outgoing.set('trial', network.rpcUrls);
  try {
    return await answering(fetch, network);
  } finally {
    await outgoing.set('trial', []);
  }
}

async function answering(fetch: Fetch, network: Network): Promise<string[]> {
  const answers = await Promise.all(
    network.rpcUrls.map(async (url) => {
      const rpc = createRpc({ fetch, urls: () => [url] });
      // A silent endpoint is left out, like an endpoint with another chain id.
      const answer = await rpc.request('eth_chainId', []).catch(() => '0x0');
      return parseQuantity(answer) === BigInt(network.chainId) ? [url] : [];
    }),
  );
  return answers.flat();
}
