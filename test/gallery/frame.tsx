import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../../components/hooks/query-client.ts';
import { createLanguage } from '../../components/hooks/use-language.ts';
import { type Surface, SurfaceContext } from '../../components/hooks/use-surface.ts';
import { WalletPage } from '../../components/screens/shell/WalletPage.tsx';
import { NOW } from '../shared/desk/desk-rows.ts';
import { type Entry, surfaceOf } from './entry.ts';
import { sampleWallet } from './sample-wallet.ts';
import { ANSWERS } from './samples/answers.ts';
import { snapshotWith } from './samples/snapshot.ts';

const nothing = () => undefined;

/** Draws one entry as its page in the extension would, at the time of the samples. */
export async function drawEntry(
  root: HTMLElement,
  entry: Entry,
  language: 'en' | 'de',
): Promise<void> {
  const clock = Date.now;
  const behind = NOW * 1000 - clock();
  Date.now = () => clock() + behind;
  const setLanguage = createLanguage();
  await setLanguage(language);
  const surface: Surface = {
    kind: surfaceOf(entry),
    openTab: nothing,
    openSmartAccounts: nothing,
    openDesk: nothing,
    openAllowances: nothing,
    openPanel: nothing,
  };
  const wallet = sampleWallet(snapshotWith({ language, ...entry.snapshot }), {
    ...ANSWERS,
    ...entry.answers,
  });
  createRoot(root).render(
    <WalletPage connection={wallet} language={setLanguage} queries={createQueryClient()}>
      <SurfaceContext value={surface}>{entry.element}</SurfaceContext>
    </WalletPage>,
  );
}
