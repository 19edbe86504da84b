import { VAULT_SLOTS } from '../../shared/vault/slots.ts';
import { alertsKeys } from './alerts/keys.ts';
import { allowancesKey } from './allowances/keys.ts';
import { phishingKeys } from './approvals/explain/keys.ts';
import { approvalsKeys, LEDGER_SLOTS } from './approvals/keys.ts';
import { stateKeys } from './kernel/keys.ts';
import type { StoredKey } from './kernel/stored-key.ts';
import { ordersKeys } from './orders/keys.ts';
import { lockScreenKey } from './pages/lock-screen.ts';
import { positionsKeys } from './positions/keys.ts';
import { bundlesKey } from './procedures/keys.ts';
import { quotationsKeys } from './quotations/keys.ts';
import { subscriptionsKey } from './rpc/keys.ts';
import { vaultKeys, vaultTextIn } from './vault/record/keys.ts';

export const STORED_KEYS = {
  ...vaultKeys,
  ...stateKeys,
  ...approvalsKeys,
  bundles: bundlesKey,
  ...ordersKeys,
  ...positionsKeys,
  ...quotationsKeys,
  allowanceLogs: allowancesKey,
  ...alertsKeys,
  ...phishingKeys,
  subscriptions: subscriptionsKey,
  lockScreen: lockScreenKey,
} as const;

/** Keys of `storage.local` from former versions. An update removes them. */
export const GONE_KEYS: readonly string[] = [
  'collectibles',
  'rolls',
  'saved-filters',
  'trusted-books',
];

export const ALL_KEYS: readonly StoredKey[] = [
  ...Object.values(STORED_KEYS),
  ...VAULT_SLOTS.map(vaultTextIn),
  ...LEDGER_SLOTS,
];

/** Returns the names of the keys to read before the worker's first answer. */
export function readAtStart(area: StoredKey['area']): string[] {
  return ALL_KEYS.filter((key) => key.area === area && key.isReadLater !== true).map(
    ({ name }) => name,
  );
}
