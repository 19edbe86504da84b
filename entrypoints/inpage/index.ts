import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { HANDOVER, LISTEN, RDNS, WALLET_NAME } from '../../shared/messages/page.ts';
import { announceProvider, freshUuid } from './announce.ts';
import { ICON } from './icon.ts';
import { CondorProvider } from './provider.ts';

export default defineUnlistedScript(() => {
  const { port1, port2 } = new MessageChannel();
  let isListening = false;
  // Connects at the first use. Most pages never use a wallet, and each connection would start the
  // worker. Looking for a provider isn't a use, because many pages only count the wallets.
  const listen = () => {
    if (isListening) return;
    isListening = true;
    port1.postMessage(LISTEN);
  };
  const provider = new CondorProvider({ post: (request) => port1.postMessage(request), listen });
  port1.onmessage = (event) => provider.receive(event.data);
  // A sandboxed document has the origin "null", which can't receive messages by address.
  window.postMessage(HANDOVER, origin === 'null' ? '*' : origin, [port2]);

  try {
    // An existing provider isn't replaced. Pages find both providers by EIP-6963.
    if (!('ethereum' in window)) {
      Object.defineProperty(window, 'ethereum', {
        configurable: true,
        enumerable: true,
        writable: true,
        value: provider,
      });
    }
  } catch {
    // Another wallet has locked the property. Pages still get the announcement below.
  }
  announceProvider({ uuid: freshUuid(), name: WALLET_NAME, icon: ICON, rdns: RDNS }, provider);
});
