import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { takeEarly } from '../../components/hooks/early-port.ts';
import { createQueryClient } from '../../components/hooks/query-client.ts';
import { HostAccessContext, hostAccess } from '../../components/hooks/use-host-access.ts';
import { createLanguage } from '../../components/hooks/use-language.ts';
import { connectWallet } from '../../components/hooks/wallet-connection.ts';
import { Approval } from '../../components/screens/prompt/Approval.tsx';
import { WalletPage } from '../../components/screens/shell/WalletPage.tsx';
import { keepOnScreen } from '../../components/ui/keep-on-screen.ts';
import '../../components/ui/theme.css';
import { UI_PORT } from '../../shared/messages/port-names.ts';

const access = hostAccess(browser.permissions);

keepOnScreen(window);

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <WalletPage
      connection={connectWallet(
        takeEarly(window, () => browser.runtime.connect({ name: UI_PORT })),
      )}
      language={createLanguage()}
      queries={createQueryClient()}
    >
      <HostAccessContext value={access}>
        <Approval />
      </HostAccessContext>
    </WalletPage>,
  );
}
