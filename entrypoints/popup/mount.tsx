import type { Surface } from '../../components/hooks/use-surface.ts';
import { Popup, readAhead } from '../../components/screens/shell/Popup.tsx';
import {
  LINKED_SECTIONS,
  type LinkedSection,
  type PopupProps,
} from '../../components/screens/shell/popup-start.ts';
import { mountPage } from './mount-page.tsx';

const FULL_PAGE_SETTINGS = '#full-settings';

/** First screens by the page's address. The worker opens the activity for a site (EIP-5792). */
const STARTS = new Map([
  [FULL_PAGE_SETTINGS, 'settings'],
  ['#full-welcome', 'welcome'],
  ['#activity', 'activity'],
  ['#orders', 'orders'],
  ['#full-orders', 'orders'],
  ['#full-positions', 'positions'],
] as const);

/** Mounts the wallet's main page: in the action popup, in the side panel, or in a tab. */
export function mountWallet(kind: Surface['kind']): void {
  const startsWith = startOf(location.hash);
  mountPage(kind, ({ connection, openTab }) => {
    readAhead(startsWith, connection);
    return (
      <Popup
        startsWith={startsWith}
        settingsSection={sectionOf(location.hash)}
        openSettingsPage={(section) =>
          openTab(section === undefined ? FULL_PAGE_SETTINGS : `${FULL_PAGE_SETTINGS}-${section}`)
        }
      />
    );
  });
}

function startOf(hash: string): PopupProps['startsWith'] {
  if (sectionOf(hash) !== undefined) return 'settings';
  // The activity's address can name a procedure.
  const [page] = hash.split('=');
  for (const [name, start] of STARTS) if (name === page) return start;
  return 'home';
}

function sectionOf(hash: string): LinkedSection | undefined {
  return LINKED_SECTIONS.find((section) => hash === `${FULL_PAGE_SETTINGS}-${section}`);
}
