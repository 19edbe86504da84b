import { i18n } from '#i18n';
import { DEFAULT_RPC_URLS } from '../../shared/chain/base-endpoints.ts';
import { hasHostName, isLoopback } from '../../shared/hosts.ts';
import type { Services } from '../../shared/messages/snapshot.ts';
import { serverAddress } from '../../shared/server-address.ts';

export const DEFAULT_VAULT_URL = 'http://localhost:8787';
const DEVNET_RPC_URL = 'http://127.0.0.1:8545';
export const NO_REFERRER = '0x0000000000000000000000000000000000000000';

/**
 * Addresses of the other services when one server runs them all; loopback means the devnet's node.
 */
export function servicesFor(vaultUrl: string): Services {
  const base = serverAddress(vaultUrl);
  return {
    vaultUrl: base,
    ordersUrls: [`${base}/orders`],
    indexerUrl: `${base}/indexer`,
    positionsUrl: '',
    rpcUrls: isLoopbackAddress(base) ? [DEVNET_RPC_URL] : [...DEFAULT_RPC_URLS],
    referrer: NO_REFERRER,
  };
}

/** Public services of the protocol on Base, whose operators can move them. */
const ON_BASE = {
  ordersUrls: ['https://round-snowflake-9c31.devops-118.workers.dev'],
  indexerUrl: 'https://indexer.thetanuts.finance',
  positionsUrl: '',
  rpcUrls: [...DEFAULT_RPC_URLS],
} as const;

/** Initial market services and nodes. The user enters the vault's server and the referrer. */
export function defaultMarket(where: 'devnet' | 'base'): Omit<Services, 'vaultUrl' | 'referrer'> {
  if (where === 'base')
    return { ...ON_BASE, ordersUrls: [...ON_BASE.ordersUrls], rpcUrls: [...ON_BASE.rpcUrls] };
  const { vaultUrl: _, referrer: __, ...market } = servicesFor(DEFAULT_VAULT_URL);
  return market;
}

/** Returns why an address can't be a server's; `undefined` when it can. */
export function addressProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return i18n.t('onboarding.badAddress');
  if (!hasHostName(address)) return i18n.t('services.notAHostName');
  const { protocol, username, password } = new URL(address);
  // Credentials would be stored and shown with the address.
  if (username !== '' || password !== '') return i18n.t('services.noCredentials');
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:' && isLoopbackAddress(address)) return undefined;
  return i18n.t('onboarding.needsHttps');
}

function isLoopbackAddress(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
