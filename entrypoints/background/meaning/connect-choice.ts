import { isSameAddress } from '../../../shared/is-same-address.ts';

export interface ConnectDeps {
  readonly accounts: () => readonly { address: string; name: string }[];
  readonly selected: () => string | undefined;
  /** Accounts that the site may already see. */
  readonly permitted: (origin: string) => readonly string[];
}

/**
 * Returns the accounts that a site can be connected to, and which are preselected. `only`: those that
 * the site asks for. If the vault has none of them, offers the own ones instead.
 */
export function connectChoice(
  deps: ConnectDeps,
  origin: string,
  only: readonly string[] | undefined,
) {
  const all = deps.accounts();
  const isAsked = (address: string) => only?.some((one) => isSameAddress(one, address)) ?? false;
  const wanted = all.filter(({ address }) => isAsked(address));
  const missing =
    only?.filter((one) => !all.some(({ address }) => isSameAddress(one, address))) ?? [];
  const accounts = wanted.length > 0 ? wanted : all;
  const offered = accounts.map(({ address }) => address);
  return { accounts, chosen: preselected(), missing };

  function preselected(): string[] {
    // Another account than the one that the site asks for is never preselected.
    if (only !== undefined && wanted.length < 2) return wanted.map(({ address }) => address);
    const permitted = deps.permitted(origin);
    const selected = deps.selected();
    const first = permitted.length > 0 ? permitted : selected === undefined ? [] : [selected];
    return offered.filter((one) => first.includes(one));
  }
}
