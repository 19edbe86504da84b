import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../../components/hooks/query-client.ts';
import { createLanguage, type UseLanguage } from '../../components/hooks/use-language.ts';
import { type Surface, SurfaceContext } from '../../components/hooks/use-surface.ts';
import { WalletPage } from '../../components/screens/shell/WalletPage.tsx';
import { NOW } from '../shared/desk/desk-rows.ts';
import { type Entry, type Group, surfaceOf } from './entry.ts';
import { sampleWallet, watchedValues } from './sample-wallet.ts';
import { ANSWERS } from './samples/answers.ts';
import { ORDERS } from './samples/market.ts';
import { snapshotWith } from './samples/snapshot.ts';

const nothing = (): void => undefined;

/** Number of frames without a running query after which an entry counts as complete. */
const STILL_FRAMES = 10;

/** Sets a colour scheme. `null` follows the browser's preference. */
export function setTheme(theme: string | null): void {
  if (theme === null) return;
  document.documentElement.style.colorScheme = theme;
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (rule instanceof CSSMediaRule && rule.conditionText.includes('prefers-color-scheme'))
        rule.media.mediaText = theme === 'dark' ? 'all' : 'not all';
    }
  }
}

/** Shows the entry whose name follows `#` in the address, at the samples' time. */
export async function showEntries(
  root: HTMLElement,
  groups: readonly Group[],
  language: 'en' | 'de',
): Promise<void> {
  const clock = Date.now;
  const behind = NOW * 1000 - clock();
  Date.now = () => clock() + behind;
  const setLanguage = createLanguage();
  await setLanguage(language);
  const entries = groups.flatMap((group) => group.entries);
  let leave = nothing;
  const show = () => {
    leave();
    const name = decodeURIComponent(location.hash.slice(1));
    const entry = entries.find((known) => known.name === name);
    if (entry !== undefined) leave = drawEntry(root, entry, setLanguage);
  };
  show();
  addEventListener('hashchange', show);
}

/** Draws an entry like a page of the extension. Returns a function that removes the entry. */
function drawEntry(root: HTMLElement, entry: Entry, setLanguage: UseLanguage): () => void {
  const surface: Surface = {
    kind: surfaceOf(entry),
    openTab: nothing,
    openSmartAccounts: nothing,
    openDesk: nothing,
    openPanel: nothing,
  };
  const wallet = sampleWallet(snapshotWith(entry.snapshot ?? {}), {
    ...ANSWERS,
    ...entry.answers,
  });
  let isReady = false;
  void Promise.resolve(entry.topics?.()).then((values) => {
    wallet.store.setState({ topics: watchedValues({ orders: ORDERS, ...values }) });
    isReady = true;
  });
  const queries = createQueryClient();
  const page = createRoot(root);
  page.render(
    <WalletPage connection={wallet} language={setLanguage} queries={queries}>
      <SurfaceContext value={surface}>{entry.element}</SurfaceContext>
    </WalletPage>,
  );
  let isShown = true;
  let stillFrames = 0;
  const look = () => {
    if (!isShown) return;
    stillFrames = isReady && queries.isFetching() === 0 ? stillFrames + 1 : 0;
    if (stillFrames < STILL_FRAMES) requestAnimationFrame(look);
    else document.documentElement.dataset.shown = entry.name;
  };
  look();
  return () => {
    isShown = false;
    page.unmount();
  };
}
