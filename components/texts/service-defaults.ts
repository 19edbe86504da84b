import { i18n } from '#i18n';
import { DEFAULT_RPC_URLS } from '../../shared/chain/base-endpoints.ts';
import { hasHostName, isLoopback } from '../../shared/hosts.ts';
import {
  BASE_SERVICES,
  DEVNET_RPC_URL,
  DEVNET_SERVICES,
  NO_REFERRER,
} from '../../shared/messages/default-services.ts';
import type { Services } from '../../shared/messages/snapshot.ts';
import { isPlainPath, serverAddress } from '../../shared/server-address.ts';

/**
 * Returns the addresses of all services on one server. For a server on loopback, the node is the
 * devnet's.
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

/** Returns the initial market services and nodes. The vault's server isn't among them. */
export function defaultMarket(where: 'devnet' | 'base'): Omit<Services, 'vaultUrl' | 'referrer'> {
  const {
    vaultUrl: _,
    referrer: __,
    ...market
  } = where === 'devnet' ? DEVNET_SERVICES : BASE_SERVICES;
  return market;
}

/** Returns why an address can't be a server's address; `undefined` when it can. */
export function addressProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return i18n.t('onboarding.badAddress');
  if (!hasHostName(address)) return i18n.t('services.notAHostName');
  const { protocol, username, password, pathname } = new URL(address);
  if (!isPlainPath(pathname)) return i18n.t('onboarding.badPath');
  // Credentials would be stored and shown with the address.
  if (username !== '' || password !== '') return i18n.t('services.noCredentials');
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:' && isLoopbackAddress(address)) return undefined;
  return i18n.t('onboarding.needsHttps');
}

function isLoopbackAddress(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
