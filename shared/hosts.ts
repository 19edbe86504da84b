/** True for the names of this computer that browsers take for trustworthy. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const IPV6 = /^\[[0-9a-f:]+\]$/;

/**
 * True for a host name or IP address as `URL.hostname` writes it. URLs may hold other characters, and
 * a browser takes some of them for wildcards in its rules and permissions: `https://*.evil.test`.
 */
export function isHostName(hostname: string): boolean {
  if (IPV6.test(hostname)) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => LABEL.test(label));
}

/** True for an address whose host is a host name; false for text that isn't an address. */
export function hasHostName(address: string): boolean {
  return URL.canParse(address) && isHostName(new URL(address).hostname);
}
