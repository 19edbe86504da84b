import { isLoopback } from './hosts.ts';
import { withoutHidden } from './visible-text.ts';

/** Paths of the services' own routes, which people may copy with the address. */
const OWN_ROUTES = /\/(?:v1|ext|tenant|health|metrics|openapi\.json|orders|indexer)(?:\/.*)?$/;

/**
 * Returns a server's base address from typed or pasted text: adds a scheme (http for this computer,
 * otherwise https); removes blanks, invisible characters, a route's path, a query and a trailing
 * slash. Returns other text trimmed.
 */
export function serverAddress(typed: string): string {
  // People often leave out the colon or a slash.
  const text = withoutHidden(typed)
    .trim()
    .replace(/^(https?)(?::\/*|\/\/+)(?=[^/])/i, '$1://');
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`;
  if (text === '' || !URL.canParse(withScheme)) return text;
  const url = new URL(withScheme);
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(OWN_ROUTES, '/');
  return url.href.replace(/\/+$/, '');
}

function schemeFor(text: string): 'http' | 'https' {
  const host = `https://${text}`;
  return URL.canParse(host) && isLoopback(new URL(host).hostname) ? 'http' : 'https';
}

/**
 * Returns the localhost name for an IP address of this computer, because passkeys can't be bound to
 * an IP address. Returns `undefined` for other addresses.
 */
export function localhostInstead(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!isLoopback(url.hostname) || !isIpAddress(url.hostname)) return undefined;
  url.hostname = 'localhost';
  return url.href.replace(/\/+$/, '');
}

/** Returns true for an address whose host is an IP address. */
export function hasIpAddress(address: string): boolean {
  return URL.canParse(address) && isIpAddress(new URL(address).hostname);
}

/** Returns true for an IP address, which an rpId can't be (WebAuthn requires a domain). */
export function isIpAddress(hostname: string): boolean {
  return /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f:]*:[0-9a-f:]*\]?)$/i.test(hostname);
}

/**
 * Returns true for an empty path, or a path of letters, digits and `._~%-`. Browsers' request rules
 * would read `*`, `|` and `^` as patterns.
 */
export function isPlainPath(path: string): boolean {
  return /^(?:\/[A-Za-z0-9._~%-]+)*\/?$/.test(path);
}
