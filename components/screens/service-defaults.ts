import { DEFAULT_RPC_URLS } from '../../shared/chain/deployments.ts';
import { isLoopback } from '../../shared/host-patterns.ts';
import type { Services } from '../../shared/messages/snapshot.ts';

export const DEFAULT_VAULT_URL = 'http://localhost:8787';
const DEVNET_RPC_URL = 'http://127.0.0.1:8545';
const NO_REFERRER = '0x0000000000000000000000000000000000000000';

/** Where the other services are when one server runs them all; loopback means the devnet's node. */
export function servicesFor(vaultUrl: string): Services {
  const base = vaultUrl.trim().replace(/\/+$/, '');
  return {
    vaultUrl: base,
    ordersUrl: `${base}/orders`,
    indexerUrl: `${base}/indexer`,
    rpcUrls: isLoopbackAddress(base) ? [DEVNET_RPC_URL] : [...DEFAULT_RPC_URLS],
    referrer: NO_REFERRER,
  };
}

/** Why an address cannot be a server's; `undefined` when it can. */
export function addressProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return 'This is not an address. It begins with https://';
  const { protocol } = new URL(address);
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:' && isLoopbackAddress(address)) return undefined;
  return 'Only https addresses are safe. http works for this computer alone (localhost).';
}

function isLoopbackAddress(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
