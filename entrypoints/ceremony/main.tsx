import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { Ceremony } from '../../components/screens/prompt/Ceremony.tsx';
import { SimulatedPasskeys } from '../../components/screens/prompt/SimulatedPasskeys.tsx';
import { keepOnScreen } from '../../components/ui/keep-on-screen.ts';
import '../../components/ui/theme.css';
import { createLanguage } from '../../components/hooks/use-language.ts';
import type { CeremonyCommand } from '../../shared/messages/ceremony.ts';
import { CEREMONY_PORT } from '../../shared/messages/port-names.ts';
import { LANGUAGES } from '../../shared/texts.ts';
import { forgetPasskey, hasOwnPasskeys, runStep } from './webauthn.ts';

type Shown = Exclude<CeremonyCommand, { type: 'forget' }>;

keepOnScreen(window);

const asked = new URLSearchParams(location.search).get('language');
const language = LANGUAGES.find((known) => known === asked) ?? 'browser';

const root = document.getElementById('root');
if (root !== null) {
  const port = browser.runtime.connect({ name: CEREMONY_PORT + location.hash.slice(1) });
  // Messages that arrive before React listens are queued, because the worker answers immediately.
  const queued: Shown[] = [];
  let listener = (command: Shown) => {
    queued.push(command);
  };
  port.onMessage.addListener((command: CeremonyCommand) => {
    if (command.type === 'forget') void forgetPasskey(command);
    else listener(command);
  });
  const render = () =>
    createRoot(root).render(
      <Ceremony
        onCommand={(next) => {
          listener = next;
          for (const command of queued.splice(0)) next(command);
        }}
        onLost={(lost) => port.onDisconnect.addListener(lost)}
        runStep={runStep}
        hasOwnPasskeys={hasOwnPasskeys}
        // Only in the build of `npm start`. Other builds don't contain the notice.
        notice={import.meta.env.MODE === 'simulated-passkeys' ? <SimulatedPasskeys /> : undefined}
        report={(report) => port.postMessage(report)}
        close={() => window.close()}
      />,
    );
  // Without a text file, the page uses the browser's language.
  void createLanguage()(language)
    .catch(() => undefined)
    .then(render);
}
