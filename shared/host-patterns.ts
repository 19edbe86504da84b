/**
 * Host permissions that a wallet needs for these https addresses and relying party ids, as match
 * patterns without port or path. Loopback is in the manifest already; what is no https address needs
 * none. Browsers want the relying party's exact host for passkeys, not a parent's.
 */
export function hostPatterns(addresses: readonly string[]): string[] {
  const hosts = addresses.flatMap((address) => {
    const url = address.includes('://') ? address : `https://${address}`;
    if (!URL.canParse(url)) return [];
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' && !isLoopback(hostname) ? [hostname] : [];
  });
  return [...new Set(hosts)].map((host) => `https://${host}/*`);
}

/** True for the names of this computer that browsers take for trustworthy. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
