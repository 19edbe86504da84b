import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { isRecord, RDNS } from '../../shared/messages/page.ts';

/**
 * Runs in pages only when the user made Condor the default wallet: puts our provider, which has
 * announced itself already (EIP-6963), where another wallet's may stand.
 */
export default defineUnlistedScript(() => {
  const take = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (!isRecord(detail) || !isRecord(detail.info) || detail.info.rdns !== RDNS) return;
    try {
      Object.defineProperty(window, 'ethereum', {
        value: detail.provider,
        configurable: true,
        enumerable: true,
        writable: false,
      });
    } catch {
      // The other wallet locked the property; pages still find both by EIP-6963.
    }
  };
  window.addEventListener('eip6963:announceProvider', take);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  window.removeEventListener('eip6963:announceProvider', take);
});
