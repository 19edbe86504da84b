import { isHostName } from '../../../shared/hosts.ts';
import { isPlainPath } from '../../../shared/server-address.ts';
import type { Rule } from './same-rules.ts';

/**
 * Routes of the vault specification, and Condor's own routes. The host may also serve the market
 * services.
 */
const ROUTES = [
  { id: 1, path: '/v1/' },
  { id: 2, path: '/ext/v1/' },
] as const;
/**
 * Higher than the outgoing allow list's priority, because the browser would silently ignore a rule
 * with an equal or lower priority.
 */
const PRIORITY = 100;

export const ORIGIN_RULE_IDS: readonly number[] = ROUTES.map(({ id }) => id);

/**
 * Returns the rules that set the `Origin` header of the wallet's own requests to one vault server.
 * They cover only paths below the server's address, because another path of the host may belong to
 * another tenant. `initiatorDomains` excludes requests of web pages.
 * @throws TypeError for an address that the browser would read as a pattern
 */
export function vaultOriginRules(
  { vaultUrl, origin }: { readonly vaultUrl: string; readonly origin: string },
  ownDomain: string,
): Rule[] {
  const { protocol, host, hostname, pathname } = new URL(vaultUrl);
  const base = pathname.replace(/\/+$/, '');
  // In a rule, the browser would read `*` as a wildcard.
  if (!isHostName(hostname) || !isPlainPath(base)) {
    throw new TypeError('The address has no host name, or a path with special characters.');
  }
  return ROUTES.map(({ id, path }) => ({
    id,
    priority: PRIORITY,
    action: {
      type: 'modifyHeaders',
      requestHeaders: [{ header: 'origin', operation: 'set', value: origin }],
    },
    condition: {
      initiatorDomains: [ownDomain],
      urlFilter: `|${protocol}//${host}${base}${path}`,
      resourceTypes: ['xmlhttprequest', 'other'],
    },
  }));
}
