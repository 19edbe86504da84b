import { isHostName, isLoopback } from './hosts.ts';

/** Every website, as match patterns. */
export const ALL_SITES = ['https://*/*', 'http://*/*'] as const;

/**
 * Host permissions that a wallet needs for these https addresses and relying party ids, as match
 * patterns without port or path. Loopback is in the manifest already, other addresses without https
 * need none, and a host with a wildcard gets none. For passkeys, browsers want the relying party's
 * exact host, not a parent's.
 */
export function hostPatterns(addresses: readonly string[]): string[] {
  const hosts = addresses.flatMap((address) => {
    const url = address.includes('://') ? address : `https://${address}`;
    if (!URL.canParse(url)) return [];
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' && isHostName(hostname) && !isLoopback(hostname) ? [hostname] : [];
  });
  return [...new Set(hosts)].map((host) => `https://${host}/*`);
}
