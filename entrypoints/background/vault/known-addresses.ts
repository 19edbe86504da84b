import { receiversIn } from '../../../shared/activity/receivers.ts';
import { type KnownAddress, knownAddresses } from '../../../shared/chain/receiver.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { VaultSession } from './session.ts';
import type { Wallets } from './wallets.ts';

/** Contacts, own accounts and everybody who was sent something; only the last ones while locked. */
export function knownTo(from: {
  session: Pick<VaultSession, 'state'>;
  wallets: Pick<Wallets, 'accounts'>;
  activity: Pick<ActivityLog, 'all'>;
}): KnownAddress[] {
  const state = from.session.state();
  return knownAddresses({
    contacts: state.status === 'unlocked' ? state.payload.contacts : [],
    accounts: from.wallets.accounts(),
    receivers: receiversIn(from.activity.all()),
  });
}
