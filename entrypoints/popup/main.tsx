import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { HostAccessContext, hostRequester } from '../../components/hooks/use-host-access.ts';
import { NotificationAccessContext } from '../../components/hooks/use-notification-access.ts';
import { connectWallet } from '../../components/hooks/wallet-connection.ts';
import { Popup } from '../../components/screens/Popup.tsx';
import { WalletPage } from '../../components/screens/WalletPage.tsx';
import '../../components/ui/theme.css';
import './popup.css';
import { UI_PORT } from '../../shared/messages/port-names.ts';

const FULL_PAGE = '#full';
const FULL_PAGE_SETTINGS = '#full-settings';
/** Opened by the worker when a site wants its calls' status shown (EIP-5792). */
const ACTIVITY = '#activity';

function startOf(hash: string): 'home' | 'settings' | 'activity' {
  if (hash === FULL_PAGE_SETTINGS) return 'settings';
  return hash === ACTIVITY ? 'activity' : 'home';
}

const requestHosts = hostRequester((origins) => browser.permissions.request({ origins }));

const requestNotifications = () => browser.permissions.request({ permissions: ['notifications'] });

const root = document.getElementById('root');
if (root !== null) {
  const isFullPage = location.hash.startsWith(FULL_PAGE) || location.hash === ACTIVITY;
  const openFullPage = (hash: string) => {
    void browser.tabs.create({ url: browser.runtime.getURL(`/popup.html${hash}`) });
    window.close();
  };
  document.documentElement.dataset.page = isFullPage ? 'full' : 'popup';
  createRoot(root).render(
    <WalletPage connection={connectWallet(() => browser.runtime.connect({ name: UI_PORT }))}>
      <HostAccessContext value={requestHosts}>
        <NotificationAccessContext value={requestNotifications}>
          <Popup
            isFullPage={isFullPage}
            startsWith={startOf(location.hash)}
            openFullPage={() => openFullPage(FULL_PAGE)}
            openSettingsPage={() => openFullPage(FULL_PAGE_SETTINGS)}
          />
        </NotificationAccessContext>
      </HostAccessContext>
    </WalletPage>,
  );
}
