import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { WAKE } from '../../shared/messages/page.ts';
import { acceptHandover, bridge, type WorkerPort } from './bridge.ts';

/** The browser's own namespace: a polyfill here would stand in every page. */
declare const chrome: {
  runtime: {
    connect(info: { name: string }): WorkerPort;
    onMessage: { addListener(listener: (message: unknown) => void): void };
  };
};

export default defineUnlistedScript(() => {
  acceptHandover((port) => {
    const relay = bridge(port, (name) => chrome.runtime.connect({ name }));
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) relay.restore();
    });
    chrome.runtime.onMessage.addListener((message) => {
      if (message === WAKE) relay.wake();
    });
    document.addEventListener('prerenderingchange', () => relay.restore());
  });
});
