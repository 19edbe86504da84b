import { DEFAULT_RPC_URLS } from '../chain/base-endpoints.ts';
import type { Services } from './snapshot.ts';

export const NO_REFERRER = '0x0000000000000000000000000000000000000000';
const DEVNET_SERVER = 'http://localhost:8787';
export const DEVNET_RPC_URL = 'http://127.0.0.1:8545';

/**
 * Services before the user chooses others: the protocol's public services on Base. There is no
 * vault server, because the first vault is on the device.
 */
export const BASE_SERVICES: Services = {
  vaultUrl: '',
  ordersUrls: ['https://round-snowflake-9c31.devops-118.workers.dev'],
  indexerUrl: 'https://indexer.thetanuts.finance',
  positionsUrl: '',
  rpcUrls: [...DEFAULT_RPC_URLS],
  referrer: NO_REFERRER,
};

/** Services of `npm start` on this computer, at their default ports. */
export const DEVNET_SERVICES: Services = {
  vaultUrl: DEVNET_SERVER,
  ordersUrls: [`${DEVNET_SERVER}/orders`],
  indexerUrl: `${DEVNET_SERVER}/indexer`,
  positionsUrl: '',
  rpcUrls: [DEVNET_RPC_URL],
  referrer: NO_REFERRER,
};
