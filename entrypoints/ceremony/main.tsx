import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { Ceremony } from '../../components/screens/Ceremony.tsx';
import '../../components/ui/theme.css';
import type { CeremonyCommand } from '../../shared/messages/ceremony.ts';
import { CEREMONY_PORT } from '../../shared/messages/port-names.ts';
import { runStep } from './webauthn.ts';

const root = document.getElementById('root');
if (root !== null) {
  const port = browser.runtime.connect({ name: CEREMONY_PORT + location.hash.slice(1) });
  createRoot(root).render(
    <Ceremony
      onCommand={(listener) => {
        // The worker is the only peer that this port can have.
        const receive = (command: CeremonyCommand) => listener(command);
        port.onMessage.addListener(receive);
        return () => port.onMessage.removeListener(receive);
      }}
      onLost={(listener) => port.onDisconnect.addListener(listener)}
      runStep={runStep}
      report={(report) => port.postMessage(report)}
      close={() => window.close()}
    />,
  );
}
