import { useEffect } from 'react';
import { useSurface } from '../../hooks/use-surface.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import type { WalletConnection } from '../../hooks/wallet-connection.ts';
import { later } from '../../ui/later.tsx';
import type { PopupProps } from './popup-start.ts';
import { VaultGate } from './VaultGate.tsx';

// A locked vault doesn't need the file with the tabs.
const Tabs = later(async () => (await import('./Tabs.tsx')).Tabs);

/**
 * Requests a page's data before the page is drawn, so that the page appears with its rows as soon
 * as the worker has sent its state. If the vault is known to be locked, loads the lock screen
 * first.
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
    // From this point on, the mounted page subscribes to the topic.
    if (topics?.orders === undefined) return;
    end();
    stop();
  });
}

/** Shows the wallet's main page, for the popup, the side panel and a tab. */
export function Popup(props: PopupProps) {
  const surface = useSurface();
  const isKnown = useSnapshot(() => true) ?? false;
  // Loads the tabs after the first paint, because unlocking takes longer than loading them.
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
          // A passkey prompt closes a popup, and with it the secret that is about to be shown. So a
          // popup opens a tab for these settings.
          openSettingsPage={surface.kind === 'popup' ? props.openSettingsPage : undefined}
        />
      )}
    </VaultGate>
  );
}
