// Another wallet for tests: takes window.ethereum at document_start and announces itself (EIP-6963).
(() => {
  const provider = { isSecond: true };
  window.secondCameFirst = !('ethereum' in window);
  Object.defineProperty(window, 'ethereum', {
    value: provider,
    configurable: true,
    enumerable: true,
    writable: true,
  });
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Second',
    icon: 'data:,',
    rdns: 'example.second',
  };
  const detail = Object.freeze({ info, provider });
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
})();
