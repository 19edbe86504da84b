import { browser } from 'wxt/browser';
import { hasSameRules, type Rule } from './same-rules.ts';

const BLOCK_ID = 1;
/**
 * Lower than the priority of the rule for the vault's origin. An equal or higher priority would
 * disable that rule.
 */
const BLOCK_PRIORITY = 1;
const ALLOW_PRIORITY = 2;

/**
 * Sets the outgoing allow list: requests of the extension's pages, worker and sockets reach only
 * these hosts and ports. Dynamic rules also apply before the worker has started. Requests of web
 * pages are unaffected, because `initiatorDomains` is the extension's id. Opening a page in a tab
 * is allowed, because no rule includes `main_frame`.
 */
export async function setOutgoing(addresses: readonly string[]): Promise<void> {
  const own = new URL(browser.runtime.getURL('/')).host;
  const rules: Rule[] = [
    {
      id: BLOCK_ID,
      priority: BLOCK_PRIORITY,
      action: { type: 'block' },
      condition: { initiatorDomains: [own] },
    },
    ...addresses.map((address, i) => ({
      id: BLOCK_ID + 1 + i,
      priority: ALLOW_PRIORITY,
      action: { type: 'allow' as const },
      condition: { initiatorDomains: [own], urlFilter: `|${address}/` },
    })),
  ];
  const present = await browser.declarativeNetRequest.getDynamicRules();
  if (hasSameRules(present, rules)) return;
  await browser.declarativeNetRequest.updateDynamicRules({
    removeRuleIds: present.map(({ id }) => id),
    addRules: rules,
  });
}
