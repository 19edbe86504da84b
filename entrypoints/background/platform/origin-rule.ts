import { browser } from 'wxt/browser';
import { ORIGIN_RULE_IDS, vaultOriginRules } from './origin-rules.ts';
import { hasSameRules } from './same-rules.ts';

/**
 * The vault service accepts only the tenant's registered origin, even for GET, and browsers send
 * none or the extension's. These session rules set it on the wallet's requests to that server.
 */
export async function setVaultOrigin(rule: { vaultUrl: string; origin: string }): Promise<void> {
  const rules = vaultOriginRules(rule, new URL(browser.runtime.getURL('/')).host);
  if (hasSameRules(await browser.declarativeNetRequest.getSessionRules(), rules)) return;
  await browser.declarativeNetRequest.updateSessionRules({
    removeRuleIds: [...ORIGIN_RULE_IDS],
    addRules: rules,
  });
}
