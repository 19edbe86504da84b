import { isLoopback } from './hosts.ts';
import { withoutHidden } from './visible-text.ts';

/** Paths of the services' own routes, which people copy with the address. */
const OWN_ROUTES = /\/(?:v1|ext|tenant|health|metrics|openapi\.json|orders|indexer)(?:\/.*)?$/;

/**
 * Returns a server's base address from typed or pasted text: adds a scheme (http for this computer,
 * else https); removes blanks, invisible characters, the path of a route, a query and a trailing slash. Returns other
 * text trimmed.
 */
export function serverAddress(typed: string): string {
  // A missing colon or slash is a usual slip.
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
 * Returns this computer's address by name, because passkeys can't be bound to an IP address.
 * Returns `undefined` for every other address.
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

/** Returns true for an IP address, which passkeys can't be bound to (WebAuthn: the rpId is a domain). */
export function isIpAddress(hostname: string): boolean {
  return /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f:]*:[0-9a-f:]*\]?)$/i.test(hostname);
}

/**
 * Returns true for a path (or none) of letters, digits and `._~%-`. Browsers' request rules would
 * read `*`, `|` and `^` as a pattern.
 */
export function isPlainPath(path: string): boolean {
  return /^(?:\/[A-Za-z0-9._~%-]+)*\/?$/.test(path);
}
