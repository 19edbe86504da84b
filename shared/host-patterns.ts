import { isHostName, isLoopback } from './hosts.ts';

/** Every website, as match patterns. */
export const ALL_SITES = ['https://*/*', 'http://*/*'] as const;

/**
 * Returns match patterns (without port or path) of the host permissions for https addresses and
 * relying party ids. Loopback is already in the manifest, other http addresses need no permission,
 * and hosts with a wildcard get no pattern. For passkeys, browsers require a permission for the
 * relying party's exact host, not for a parent domain.
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
