import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { takeEarly, takeLockScreen } from '../../components/hooks/early-port.ts';
import { createQueryClient } from '../../components/hooks/query-client.ts';
import { AllSitesAccessContext } from '../../components/hooks/use-all-sites-access.ts';
import { BuildContext } from '../../components/hooks/use-build.ts';
import { HostAccessContext, hostAccess } from '../../components/hooks/use-host-access.ts';
import { createLanguage } from '../../components/hooks/use-language.ts';
import { NotificationAccessContext } from '../../components/hooks/use-notification-access.ts';
import { SiteAccessContext } from '../../components/hooks/use-site-access.ts';
import { type Surface, SurfaceContext } from '../../components/hooks/use-surface.ts';
import { connectWallet, type WalletConnection } from '../../components/hooks/wallet-connection.ts';
import { WalletPage } from '../../components/screens/shell/WalletPage.tsx';
import { GECKO_WEBAUTHN_ORIGIN } from '../../shared/extension-id.ts';
import { ALL_SITES } from '../../shared/host-patterns.ts';
import { UI_PORT } from '../../shared/messages/port-names.ts';
import { siteAccess } from './site-access.ts';

/** Returns the function that opens the side panel, which Firefox calls a sidebar. */
function panelOpener(): Surface['openPanel'] {
  const sidebar: { open?: () => Promise<void> } | undefined = Reflect.get(browser, 'sidebarAction');
  if (sidebar?.open !== undefined) return () => void sidebar.open?.();
  const { sidePanel } = browser;
  if (sidePanel === undefined) return undefined;
  return () => {
    // The window must be known before the click, because the browser opens the panel only during
    // the click.
    void here.then(({ id }) => (id === undefined ? undefined : sidePanel.open({ windowId: id })));
  };
}

const NOTIFICATIONS = { permissions: ['notifications' as const] };

const here = browser.windows.getCurrent();

/** Mounts a page of the wallet, connected to the worker and the browser. */
export function mountPage(
  kind: Surface['kind'],
  contentOf: (page: {
    readonly queries: QueryClient;
    readonly connection: WalletConnection;
    /** Opens the main page in a tab with this hash. */
    readonly openTab: (hash: string) => void;
  }) => ReactNode,
): void {
  const root = document.getElementById('root');
  if (root === null) return;
  const open = (path: `/${'popup' | 'desk'}.html${string}`) => {
    void browser.tabs.create({ url: browser.runtime.getURL(path) });
    if (kind === 'popup') window.close();
  };
  const openTab = (hash: string) => open(`/popup.html${hash}`);
  const surface: Surface = {
    kind,
    openTab: () => openTab('#full'),
    openSmartAccounts: () => openTab('#full-settings-smartAccounts'),
    openDesk: (hash) => open(`/desk.html${hash ?? ''}`),
    openPanel: kind === 'panel' ? undefined : panelOpener(),
  };
  const build = {
    version: browser.runtime.getManifest().version,
    extensionId: import.meta.env.FIREFOX ? GECKO_WEBAUTHN_ORIGIN : browser.runtime.id,
  };
  const access = hostAccess(browser.permissions);
  const requestAllSites = () => browser.permissions.request({ origins: [...ALL_SITES] });
  const notifications = {
    request: () => browser.permissions.request(NOTIFICATIONS),
    isAllowed: () => browser.permissions.contains(NOTIFICATIONS),
  };
  const connection = connectWallet(
    takeEarly(window, () => browser.runtime.connect({ name: UI_PORT })),
    takeLockScreen(window),
  );
  const queries = createQueryClient();
  const sites = siteAccess();
  const content = contentOf({ queries, connection, openTab });
  document.documentElement.dataset.page = kind;
  createRoot(root).render(
    <WalletPage connection={connection} language={createLanguage()} queries={queries}>
      <HostAccessContext value={access}>
        <SurfaceContext value={surface}>
          <NotificationAccessContext value={notifications}>
            <AllSitesAccessContext value={requestAllSites}>
              <SiteAccessContext value={sites}>
                <BuildContext value={build}>{content}</BuildContext>
              </SiteAccessContext>
            </AllSitesAccessContext>
          </NotificationAccessContext>
        </SurfaceContext>
      </HostAccessContext>
    </WalletPage>,
  );
}
