import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { WAKE } from '../../shared/messages/page.ts';
import { acceptHandover, bridge, type WorkerPort } from './bridge.ts';
import { FRAME_LIMITS, PAGE_LIMITS } from './flow.ts';

/** The browser's own namespace: a polyfill would be loaded into every page. */
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
      // Most pages never ask, and the first use of the browser's namespace would slow each of them.
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

/** Names the origin of the top page in a frame; without support for it (Firefox) nothing. */
function topSuffix(): string {
  const origins: DOMStringList | undefined = location.ancestorOrigins;
  const top = origins?.[origins.length - 1];
  return top === undefined ? '' : ` ${top}`;
}

/** Longest wait after the load until a page that only listens gets its state, in milliseconds. */
const IDLE_TIMEOUT_MS = 500;

function whenIdle(run: () => void): void {
  const wait = () => requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
