import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { createQueryClient } from '../../components/hooks/query-client.ts';
import { AllSitesAccessContext } from '../../components/hooks/use-all-sites-access.ts';
import { BuildContext } from '../../components/hooks/use-build.ts';
import { HostAccessContext, hostAccess } from '../../components/hooks/use-host-access.ts';
import { createLanguage } from '../../components/hooks/use-language.ts';
import { NotificationAccessContext } from '../../components/hooks/use-notification-access.ts';
import { SiteAccessContext } from '../../components/hooks/use-site-access.ts';
import { type Surface, SurfaceContext } from '../../components/hooks/use-surface.ts';
import { connectWallet } from '../../components/hooks/wallet-connection.ts';
import {
  LINKED_SECTIONS,
  type LinkedSection,
  Popup,
  type PopupProps,
  readAhead,
} from '../../components/screens/shell/Popup.tsx';
import { WalletPage } from '../../components/screens/shell/WalletPage.tsx';
import { GECKO_WEBAUTHN_ORIGIN } from '../../shared/extension-id.ts';
import { ALL_SITES } from '../../shared/host-patterns.ts';
import { UI_PORT } from '../../shared/messages/port-names.ts';
import { siteAccess } from './site-access.ts';

const FULL_PAGE = '#full';
const FULL_PAGE_SETTINGS = '#full-settings';

/**
 * The purpose of the page, from its address. The worker opens the activity for a site (EIP-5792).
 */
const STARTS = new Map([
  [FULL_PAGE_SETTINGS, 'settings'],
  ['#full-welcome', 'welcome'],
  ['#activity', 'activity'],
  ['#orders', 'orders'],
  ['#full-orders', 'orders'],
] as const);

/** Firefox calls its side panel a sidebar. */
function panelOpener(): Surface['openPanel'] {
  const sidebar: { open?: () => Promise<void> } | undefined = Reflect.get(browser, 'sidebarAction');
  if (sidebar?.open !== undefined) return () => void sidebar.open?.();
  const { sidePanel } = browser;
  if (sidePanel === undefined) return undefined;
  return () => {
    // The window must be known before the click: the browser opens the panel only during it.
    void here.then(({ id }) => (id === undefined ? undefined : sidePanel.open({ windowId: id })));
  };
}

const here = browser.windows.getCurrent();

/** Mounts the wallet's main page: in the action popup, in the side panel, or in a tab. */
export function mountWallet(kind: Surface['kind']): void {
  const root = document.getElementById('root');
  if (root === null) return;
  const openTab = (hash: string) => {
    void browser.tabs.create({ url: browser.runtime.getURL(`/popup.html${hash}`) });
    if (kind === 'popup') window.close();
  };
  const surface: Surface = {
    kind,
    openTab: () => openTab(FULL_PAGE),
    openPanel: kind === 'panel' ? undefined : panelOpener(),
  };
  const build = {
    version: browser.runtime.getManifest().version,
    extensionId: import.meta.env.FIREFOX ? GECKO_WEBAUTHN_ORIGIN : browser.runtime.id,
  };
  const access = hostAccess(browser.permissions);
  const requestAllSites = () => browser.permissions.request({ origins: [...ALL_SITES] });
  const requestNotifications = () =>
    browser.permissions.request({ permissions: ['notifications'] });
  const connection = connectWallet(() => browser.runtime.connect({ name: UI_PORT }));
  const queries = createQueryClient();
  const sites = siteAccess();
  const startsWith = startOf(location.hash);
  readAhead(startsWith, queries, connection.call);
  document.documentElement.dataset.page = kind;
  createRoot(root).render(
    <WalletPage connection={connection} language={createLanguage()} queries={queries}>
      <HostAccessContext value={access}>
        <SurfaceContext value={surface}>
          <NotificationAccessContext value={requestNotifications}>
            <AllSitesAccessContext value={requestAllSites}>
              <SiteAccessContext value={sites}>
                <BuildContext value={build}>
                  <Popup
                    startsWith={startsWith}
                    settingsSection={sectionOf(location.hash)}
                    openSettingsPage={(section) =>
                      openTab(
                        section === undefined
                          ? FULL_PAGE_SETTINGS
                          : `${FULL_PAGE_SETTINGS}-${section}`,
                      )
                    }
                  />
                </BuildContext>
              </SiteAccessContext>
            </AllSitesAccessContext>
          </NotificationAccessContext>
        </SurfaceContext>
      </HostAccessContext>
    </WalletPage>,
  );
}

function startOf(hash: string): PopupProps['startsWith'] {
  if (sectionOf(hash) !== undefined) return 'settings';
  for (const [name, start] of STARTS) if (name === hash) return start;
  return 'home';
}

/** Returns the settings page that an address names. */
function sectionOf(hash: string): LinkedSection | undefined {
  return LINKED_SECTIONS.find((section) => hash === `${FULL_PAGE_SETTINGS}-${section}`);
}
