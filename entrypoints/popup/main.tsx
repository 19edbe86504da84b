import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { connectWallet } from '../../components/hooks/wallet-connection.ts';
import { Popup } from '../../components/screens/Popup.tsx';
import { WalletPage } from '../../components/screens/WalletPage.tsx';
import '../../components/ui/theme.css';
import './popup.css';
import { UI_PORT } from '../../shared/messages/port-names.ts';

const FULL_PAGE = '#full';

const root = document.getElementById('root');
if (root !== null) {
  const isFullPage = location.hash === FULL_PAGE;
  document.documentElement.dataset.page = isFullPage ? 'full' : 'popup';
  createRoot(root).render(
    <WalletPage connection={connectWallet(() => browser.runtime.connect({ name: UI_PORT }))}>
      <Popup
        isFullPage={isFullPage}
        openFullPage={() => {
          void browser.tabs.create({ url: browser.runtime.getURL(`/popup.html${FULL_PAGE}`) });
          window.close();
        }}
      />
    </WalletPage>,
  );
}
