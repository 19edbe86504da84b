import type { Browser } from 'wxt/browser';

export type Rule = Browser.declarativeNetRequest.Rule;

/** Returns true when the browser has exactly these rules. The caller can then skip a slow write. */
export function hasSameRules(present: readonly Rule[], wanted: readonly Rule[]): boolean {
  const textsOf = (rules: readonly Rule[]) => rules.map(textOf).sort().join('\n');
  return textsOf(present) === textsOf(wanted);
}

/** Returns the members that Condor sets, in a fixed order: browsers reorder them. */
function textOf({ id, priority, action, condition }: Rule): string {
  const headers = (action.requestHeaders ?? []).map(({ header, operation, value }) => [
    header,
    operation,
    value,
  ]);
  const { initiatorDomains, urlFilter, resourceTypes } = condition;
  return JSON.stringify([
    id,
    priority,
    action.type,
    headers,
    initiatorDomains,
    urlFilter,
    [...(resourceTypes ?? [])].sort(),
  ]);
}
