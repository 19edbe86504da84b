import type { QueryClient } from '@tanstack/react-query';
import { cachedOrders } from '../../hooks/cached-orders.ts';
import { useSurface } from '../../hooks/use-surface.ts';
import type { WalletConnection } from '../../hooks/wallet-connection.ts';
import { later } from '../../ui/later.tsx';
import type { PopupProps } from './popup-start.ts';
import { VaultGate } from './VaultGate.tsx';

// A locked vault needs none of it.
const Tabs = later(async () => (await import('./Tabs.tsx')).Tabs);

/**
 * Asks for what a page will need, before anything is drawn: page and rows are there when the worker
 * has told its state.
 */
export function readAhead(
  startsWith: PopupProps['startsWith'],
  queries: QueryClient,
  call: WalletConnection['call'],
): void {
  Tabs.preload();
  if (startsWith === 'home') void import('../wallet/home/RecentActivity.tsx');
  if (startsWith !== 'orders') return;
  void import('../trade/orders/OrdersPage.tsx');
  void queries.prefetchQuery(cachedOrders(call));
}

/** The wallet's main page: in the action popup, in the side panel, and in a tab. */
export function Popup(props: PopupProps) {
  const surface = useSurface();
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
