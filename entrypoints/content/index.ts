import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { WAKE } from '../../shared/messages/page.ts';
import { acceptHandover, bridge, type WorkerPort } from './bridge.ts';
import { FRAME_LIMITS, PAGE_LIMITS } from './flow.ts';

/** Declares the browser's own namespace. A polyfill would be loaded into every page. */
declare const chrome: {
  runtime: {
    connect(info: { name: string }): WorkerPort;
    onMessage: { addListener(listener: (message: unknown) => void): void };
  };
};

export default defineUnlistedScript(() => {
  acceptHandover((port) => {
    let isListening = false;
    const limits = window === window.top ? PAGE_LIMITS : FRAME_LIMITS;
    const connect = (name: string) => {
      // Registers the listener on the first use: most pages never send a request, and the first
      // access to `chrome.runtime` is slow.
      if (!isListening) {
        isListening = true;
        chrome.runtime.onMessage.addListener((message) => {
          if (message === WAKE) relay.wake();
        });
      }
      return chrome.runtime.connect({ name: `${name}${topSuffix()}` });
    };
    const relay = bridge(port, connect, whenIdle, limits);
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) relay.restore();
    });
    document.addEventListener('prerenderingchange', () => relay.restore());
  });
});

/**
 * Returns a space and the origin of the frame's top page; empty if the browser doesn't support
 * `ancestorOrigins` (Firefox).
 */
function topSuffix(): string {
  const origins: DOMStringList | undefined = location.ancestorOrigins;
  const top = origins?.[origins.length - 1];
  return top === undefined ? '' : ` ${top}`;
}

/** Maximum milliseconds after the load until a page that only listens gets its state. */
const IDLE_TIMEOUT_MS = 500;

function whenIdle(run: () => void): void {
  const wait = () => requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
