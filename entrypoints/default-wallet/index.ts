import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { isRecord } from '../../shared/is-record.ts';
import { RDNS } from '../../shared/messages/page.ts';

/**
 * Runs in pages only when the user made Condor the default wallet: sets our provider, which
 * announces itself (EIP-6963), in place of another wallet's. Scripts of other wallets can run
 * later, so until the page is parsed, each parser step checks `window.ethereum` before the page's
 * next script.
 */
export default defineUnlistedScript(() => {
  let provider: unknown;
  const get = () => {
    // Reading a member of the provider connects it, as reading its own `window.ethereum` does.
    if (isRecord(provider)) void provider.chainId;
    return provider;
  };
  const isOurs = () => Object.getOwnPropertyDescriptor(window, 'ethereum')?.get === get;
  const hold = () => {
    if (provider === undefined || isOurs()) return;
    try {
      Object.defineProperty(window, 'ethereum', {
        get,
        // Ignores assignments, where a read-only property would throw in the other wallet's script.
        set: () => undefined,
        configurable: true,
        enumerable: true,
      });
    } catch {
      // The other wallet locked the property; pages still find both by EIP-6963.
    }
  };
  const take = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (!isRecord(detail) || !isRecord(detail.info) || detail.info.rdns !== RDNS) return;
    window.removeEventListener('eip6963:announceProvider', take);
    provider = detail.provider;
    hold();
  };
  // Our provider can have announced itself already, or does soon.
  window.addEventListener('eip6963:announceProvider', take);
  window.dispatchEvent(new Event('eip6963:requestProvider'));

  const observer = new MutationObserver(hold);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => {
    hold();
    observer.disconnect();
  });
});
