import { isSameAddress } from '../../shared/is-same-address.ts';
import type { AccountView } from '../../shared/messages/snapshot.ts';
import { useSnapshot } from './use-wallet.ts';

/** Returns the open vault's visible accounts in their order; empty while no vault is open. */
export function useAccounts(): readonly AccountView[] {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  return vault?.status === 'unlocked' ? vault.wallets.flatMap(({ accounts }) => accounts) : [];
}

/** Returns the visible account with this address; without an address, the selected account. */
export function useAccount(address?: string): AccountView | undefined {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const wanted = address ?? selected ?? '';
  return useAccounts().find((account) => isSameAddress(account.address, wanted));
}
