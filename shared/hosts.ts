/** Returns true for this computer's names that browsers treat as trustworthy. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const IPV6 = /^\[[0-9a-f:]+\]$/;

/**
 * Returns true for a host name or IP address as written by `URL.hostname`. URLs may contain other
 * characters, some of which browsers treat as wildcards in rules and permissions:
 * `https://*.evil.test`.
 */
export function isHostName(hostname: string): boolean {
  if (IPV6.test(hostname)) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => LABEL.test(label));
}

/** Returns true for an address with a valid host name; false for text that isn't an address. */
export function hasHostName(address: string): boolean {
  return URL.canParse(address) && isHostName(new URL(address).hostname);
}
