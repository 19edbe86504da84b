import { browser } from 'wxt/browser';
import { isHostName } from '../../../shared/hosts.ts';
import { hasSameRules, type Rule } from './same-rules.ts';

/** The interface's routes and our own; the host can serve the market services beside them. */
const RULES = [
  { id: 1, path: '/v1/' },
  { id: 2, path: '/ext/v1/' },
] as const;
/** Above the outgoing allow list: the browser would silently ignore an equal or lower rule. */
const RULE_PRIORITY = 100;

/**
 * The vault service accepts only the tenant's registered origin, even for GET, and browsers send
 * none or the extension's. This session rule sets it on the wallet's requests to that host.
 * `initiatorDomains` leaves requests of pages unchanged.
 */
export async function setVaultOrigin(rule: { vaultUrl: string; origin: string }): Promise<void> {
  const { host, hostname } = new URL(rule.vaultUrl);
  // The browser would read `*` in a rule as a wildcard.
  if (!isHostName(hostname)) throw new TypeError('The address has no host name.');
  const rules = RULES.map(
    ({ id, path }): Rule => ({
      id,
      priority: RULE_PRIORITY,
      action: {
        type: 'modifyHeaders',
        requestHeaders: [{ header: 'origin', operation: 'set', value: rule.origin }],
      },
      condition: {
        initiatorDomains: [new URL(browser.runtime.getURL('/')).host],
        urlFilter: `|${new URL(rule.vaultUrl).protocol}//${host}${path}`,
        resourceTypes: ['xmlhttprequest', 'other'],
      },
    }),
  );
  if (hasSameRules(await browser.declarativeNetRequest.getSessionRules(), rules)) return;
  await browser.declarativeNetRequest.updateSessionRules({
    removeRuleIds: RULES.map(({ id }) => id),
    addRules: rules,
  });
}
