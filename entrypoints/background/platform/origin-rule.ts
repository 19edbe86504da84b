import { browser } from 'wxt/browser';
import { ORIGIN_RULE_IDS, vaultOriginRules } from './origin-rules.ts';
import { hasSameRules } from './same-rules.ts';

/**
 * Sets session rules for the `Origin` header of requests to the vault server. The server accepts
 * only the tenant's registered origin, even for GET. Browsers would send the extension's origin or
 * no `Origin` header.
 */
export async function setVaultOrigin(rule: { vaultUrl: string; origin: string }): Promise<void> {
  const rules = vaultOriginRules(rule, new URL(browser.runtime.getURL('/')).host);
  if (hasSameRules(await browser.declarativeNetRequest.getSessionRules(), rules)) return;
  await browser.declarativeNetRequest.updateSessionRules({
    removeRuleIds: [...ORIGIN_RULE_IDS],
    addRules: rules,
  });
}
