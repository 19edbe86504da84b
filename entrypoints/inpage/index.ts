import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { HANDOVER, RDNS } from '../../shared/messages/page.ts';
import { announceProvider, freshUuid } from './announce.ts';
import { ICON } from './icon.ts';
import { CondorProvider } from './provider.ts';

export default defineUnlistedScript(() => {
  const { port1, port2 } = new MessageChannel();
  const provider = new CondorProvider({ post: (request) => port1.postMessage(request) });
  port1.onmessage = (event) => provider.receive(event.data);
  // A sandboxed document has the origin "null", which is no address to post to.
  window.postMessage(HANDOVER, origin === 'null' ? '*' : origin, [port2]);

  try {
    // An existing provider stays: both are found by EIP-6963.
    if (!('ethereum' in window)) {
      Object.defineProperty(window, 'ethereum', {
        value: provider,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    }
  } catch {
    // Another wallet locked the property; the announcement below still reaches the page.
  }
  announceProvider({ uuid: freshUuid(), name: 'Condor', icon: ICON, rdns: RDNS }, provider);
});
