import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { isRecord } from '../../shared/is-record.ts';
import { RDNS } from '../../shared/messages/page.ts';

/**
 * Replaces another wallet's provider with ours, which announces itself (EIP-6963). Runs only if the
 * user made Condor the default wallet. Scripts of other wallets may run later, so until the page is
 * parsed, `window.ethereum` is checked at each parser step, before the page's next script.
 */
export default defineUnlistedScript(() => {
  let provider: unknown;
  const get = () => {
    // Reading a member connects the provider to the worker.
    if (isRecord(provider)) void provider.chainId;
    return provider;
  };
  const isOurs = () => Object.getOwnPropertyDescriptor(window, 'ethereum')?.get === get;
  const hold = () => {
    if (provider === undefined || isOurs()) return;
    try {
      Object.defineProperty(window, 'ethereum', {
        get,
        // Ignores assignments: a read-only property would throw in another wallet's script.
        set: () => undefined,
        configurable: true,
        enumerable: true,
      });
    } catch {
      // Another wallet has locked the property. Pages still find both providers by EIP-6963.
    }
  };
  const take = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (!isRecord(detail) || !isRecord(detail.info) || detail.info.rdns !== RDNS) return;
    window.removeEventListener('eip6963:announceProvider', take);
    provider = detail.provider;
    hold();
  };
  // Our provider may have announced itself already.
  window.addEventListener('eip6963:announceProvider', take);
  window.dispatchEvent(new Event('eip6963:requestProvider'));

  const observer = new MutationObserver(hold);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => {
    hold();
    observer.disconnect();
  });
});
