import { isRecord } from '../../shared/is-record.ts';
import { HANDOVER, LISTEN, parsePageRequest } from '../../shared/messages/page.ts';
import { PAGE_PORT } from '../../shared/messages/port-names.ts';
import { Flow, type FlowLimits, PAGE_LIMITS } from './flow.ts';

/** The part of a runtime port that the bridge uses. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: { addListener(listener: (message: unknown) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

/** Opens a port to the worker. Throws after the extension was removed or reloaded. */
export type Connect = (name: string) => WorkerPort;

/**
 * Milliseconds to wait for the worker's greeting. A worker greets immediately; a port to a dying
 * worker stays silent.
 */
const SILENCE_MS = 1000;
/**
 * Milliseconds before a port is opened again. A port that is opened while the worker dies would
 * connect to the dying worker.
 */
const PAUSE_MS = 50;
const MAX_ATTEMPTS = 10;

const DISCONNECTED = { code: 4900, message: 'The wallet is not connected.' };
const TOO_MANY = { code: -32002, message: 'The page has too many open requests.' };

/**
 * Relays messages between the page's port and the worker's. Connects at the page's first request,
 * or soon after its load if it only listens. After the worker's death it sends unanswered requests
 * again (the worker's ledger answers each id once). When the extension is gone, every request ends
 * with 4900. Requests above the limits wait here.
 * @param whenIdle runs a function when the page is loaded and idle
 */
export function bridge(
  page: MessagePort,
  connect: Connect,
  whenIdle: (run: () => void) => void,
  limits: FlowLimits = PAGE_LIMITS,
): { restore(): void; wake(): void } {
  const flow = new Flow(limits);
  let name: string | undefined;
  let worker: WorkerPort | undefined;
  let attempts = 0;
  /** True after the page has sent a request or started to listen. Such a page also gets changes. */
  let isUsed = false;

  const end = () => {
    worker = undefined;
    // Reports the disconnection before it rejects the page's requests.
    page.postMessage({ event: 'disconnect' });
    for (const id of flow.clear()) page.postMessage({ id, error: DISCONNECTED });
  };

  /** Opens a new port and sends all unanswered requests again. */
  const open = () => {
    attempts += 1;
    if (attempts > MAX_ATTEMPTS) {
      attempts = 0;
      end();
      return;
    }
    try {
      name ??= PAGE_PORT + Array.from(crypto.getRandomValues(new Uint32Array(4))).join('-');
      const port = use(connect(name));
      worker = port;
      flow.sendAgain((request) => port.postMessage(request));
    } catch {
      // The extension was removed or reloaded. Another request tries again.
      end();
    }
  };

  const use = (port: WorkerPort): WorkerPort => {
    const silence = setTimeout(() => {
      port.disconnect();
      lose(port);
    }, SILENCE_MS);
    port.onMessage.addListener((message) => {
      clearTimeout(silence);
      attempts = 0;
      if (isRecord(message) && typeof message.id === 'string') {
        flow.end(message.id);
        if (worker === port) flow.send((request) => port.postMessage(request));
      }
      page.postMessage(message);
    });
    port.onDisconnect.addListener(() => {
      clearTimeout(silence);
      lose(port);
    });
    return port;
  };

  const lose = (port: WorkerPort) => {
    if (worker !== port) return;
    worker = undefined;
    setTimeout(() => {
      if (worker === undefined && !flow.isEmpty()) open();
    }, PAUSE_MS);
  };

  const listen = () => {
    if (isUsed) return;
    isUsed = true;
    whenIdle(() => {
      if (worker === undefined) open();
    });
  };

  page.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === LISTEN) {
      listen();
      return;
    }
    const request = parsePageRequest(data);
    // A second request with the id of an unanswered request would replace the first request.
    if (request === undefined || flow.has(request.id)) return;
    isUsed = true;
    const port = worker;
    if (!flow.add(request)) page.postMessage({ id: request.id, error: TOO_MANY });
    else if (port === undefined) open();
    else flow.send((next) => port.postMessage(next));
  };

  return {
    /** Called when the worker has changes, because the document may have lost its worker. */
    wake() {
      if (worker === undefined && isUsed) open();
    },
    /** Called after a return from the back/forward cache, which closes ports without an event. */
    restore() {
      const deaf = worker;
      worker = undefined;
      deaf?.disconnect();
      // Accounts or chain may have changed in the meantime, so the page needs a port even without a
      // request.
      if (isUsed) open();
    },
  };
}

/** Accepts the port from the page's provider once, before any script of the page runs. */
export function acceptHandover(accept: (port: MessagePort) => void): void {
  const listener = (event: MessageEvent<unknown>) => {
    const port = event.ports[0];
    if (event.source !== window || event.data !== HANDOVER || port === undefined) return;
    event.stopImmediatePropagation();
    window.removeEventListener('message', listener, true);
    accept(port);
  };
  window.addEventListener('message', listener, true);
}
