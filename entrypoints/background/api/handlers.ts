import { activityHandlers } from './activity.ts';
import { allowanceHandlers } from './allowances.ts';
import { approvalHandlers } from './approvals.ts';
import { deskHandlers } from './desk.ts';
import { makerHandlers } from './maker.ts';
import { nameHandlers } from './names.ts';
import { networkHandlers } from './networks.ts';
import { orderHandlers } from './orders.ts';
import { otherVaultHandlers } from './other-vaults.ts';
import { positionHandlers } from './positions.ts';
import { procedureHandlers } from './procedures.ts';
import { quotationHandlers } from './quotations.ts';
import { safetyHandlers } from './safety.ts';
import type { Handlers } from './serve.ts';
import { settingsHandlers } from './settings.ts';
import { siteHandlers } from './sites.ts';
import { smartAccountHandlers } from './smart-accounts.ts';
import { storedHandlers } from './stored.ts';
import { transactionHandlers } from './transactions.ts';
import { vaultHandlers } from './vault.ts';
import { walletHandlers } from './wallets.ts';

type PartsOf<Group extends (parts: never) => unknown> = Parameters<Group>[0];

/** All handlers of the wallet's own pages; each group takes the parts that it names. */
export type Parts = PartsOf<typeof vaultHandlers> &
  PartsOf<typeof otherVaultHandlers> &
  PartsOf<typeof storedHandlers> &
  PartsOf<typeof walletHandlers> &
  PartsOf<typeof approvalHandlers> &
  PartsOf<typeof transactionHandlers> &
  PartsOf<typeof allowanceHandlers> &
  PartsOf<typeof smartAccountHandlers> &
  PartsOf<typeof nameHandlers> &
  PartsOf<typeof safetyHandlers> &
  PartsOf<typeof activityHandlers> &
  PartsOf<typeof siteHandlers> &
  PartsOf<typeof networkHandlers> &
  PartsOf<typeof orderHandlers> &
  PartsOf<typeof makerHandlers> &
  PartsOf<typeof positionHandlers> &
  PartsOf<typeof procedureHandlers> &
  PartsOf<typeof quotationHandlers> &
  PartsOf<typeof deskHandlers> &
  PartsOf<typeof settingsHandlers>;

/** A handler for every topic of the wallet API. */
export function uiHandlers(parts: Parts): Handlers {
  return {
    ...vaultHandlers(parts),
    ...otherVaultHandlers(parts),
    ...storedHandlers(parts),
    ...walletHandlers(parts),
    ...approvalHandlers(parts),
    ...transactionHandlers(parts),
    ...allowanceHandlers(parts),
    ...smartAccountHandlers(parts),
    ...nameHandlers(parts),
    ...safetyHandlers(parts),
    ...activityHandlers(parts),
    ...siteHandlers(parts),
    ...networkHandlers(parts),
    ...orderHandlers(parts),
    ...makerHandlers(parts),
    ...positionHandlers(parts),
    ...procedureHandlers(parts),
    ...quotationHandlers(parts),
    ...deskHandlers(parts),
    ...settingsHandlers(parts),
  };
}
