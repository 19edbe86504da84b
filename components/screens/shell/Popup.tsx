import { useEffect } from 'react';
import { useSurface } from '../../hooks/use-surface.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import type { WalletConnection } from '../../hooks/wallet-connection.ts';
import { later } from '../../ui/later.tsx';
import type { PopupProps } from './popup-start.ts';
import { VaultGate } from './VaultGate.tsx';

// Not needed while the vault is locked.
const Tabs = later(async () => (await import('./Tabs.tsx')).Tabs);

/**
 * Requests a page's data before anything is drawn, so that page and rows can be drawn as soon as
 * the worker has sent its state. If the vault is known to be locked, the lock screen comes first.
 */
export function readAhead(
  startsWith: PopupProps['startsWith'],
  { store, watch }: WalletConnection,
): void {
  if (store.getState().snapshot?.vault.status === 'locked') return;
  Tabs.preload();
  if (startsWith === 'home') void import('../wallet/home/RecentActivity.tsx');
  if (startsWith !== 'orders') return;
  void import('../trade/orders/OrdersPage.tsx');
  const stop = watch('orders');
  const end = store.subscribe(({ topics }) => {
    // The mounted page watches the topic itself.
    if (topics?.orders === undefined) return;
    end();
    stop();
  });
}

/** The wallet's main page: in the action popup, in the side panel, and in a tab. */
export function Popup(props: PopupProps) {
  const surface = useSurface();
  const isKnown = useSnapshot(() => true) ?? false;
  // Loaded after the first screen is painted, because unlocking takes longer than loading the tabs.
  useEffect(() => {
    if (isKnown) Tabs.preload();
  }, [isKnown]);
  return (
    <VaultGate>
      {({ wallets }) => (
        <Tabs
          hasWallet={wallets.some(({ accounts }) => accounts.length > 0)}
          startsWith={props.startsWith}
          settingsSection={props.settingsSection}
          // Passkey prompts close a popup, and with it a secret that is about to be shown.
          openSettingsPage={surface.kind === 'popup' ? props.openSettingsPage : undefined}
        />
      )}
    </VaultGate>
  );
}
