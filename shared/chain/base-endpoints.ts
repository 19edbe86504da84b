export const EXPLORER_URL = 'https://basescan.org';

/** Public nodes of Base that send CORS headers. */
export const DEFAULT_RPC_URLS = [
  'https://mainnet.base.org',
  'https://base-rpc.publicnode.com',
  'https://base.drpc.org',
  'https://gateway.tenderly.co/public/base',
] as const;
