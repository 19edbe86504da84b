import type { Kernel } from '../kernel/index.ts';
import { stateKeys } from '../kernel/keys.ts';
import { createSites } from '../kernel/sites.ts';
import { stored } from '../kernel/stored.ts';
import type { VaultState } from './open/vault-state.ts';
import type { VaultParts } from './parts.ts';
import { orderedAccounts, selectedAccount } from './selected-account.ts';

export type Access = ReturnType<typeof createAccess>;

/** Creates the part that decides which accounts a site sees. */
export function createAccess({
  areas,
  events,
  platform,
  session,
  settings,
  wallets,
}: Kernel & VaultParts) {
  // Called for each request of a page or site. Reading the state also enforces the auto-lock.
  const is = (status: VaultState['status']) => session.state().status === status;
  return {
    isUnlocked: () => is('unlocked'),
    isLocked: () => !is('unlocked'),
    isUnreadable: () => is('unreadable'),
    /** Returns the account that the user chose; undefined while locked. */
    selected: () => selectedAccount({ wallets, settings }),
    sites: createSites({
      stored: stored(areas, stateKeys.sites),
      clock: platform.clock,
      accounts: () => (is('unlocked') ? orderedAccounts({ wallets, settings }) : undefined),
      keepsWhileLocked: () => is('locked'),
      onChange: (origin) => events.emit('siteAccountsChanged', origin),
    }),
  };
}
