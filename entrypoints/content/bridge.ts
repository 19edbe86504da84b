import { HANDOVER, isRecord, parsePageRequest } from '../../shared/messages/page.ts';
import { PAGE_PORT } from '../../shared/messages/port-names.ts';

/** The part of a runtime port that the bridge uses. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: { addListener(listener: (message: unknown) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

/** Opens a port to the worker; throws once the extension was removed or reloaded. */
export type Connect = (name: string) => WorkerPort;

const DISCONNECTED = { code: 4900, message: 'The wallet is not connected.' };

/**
 * Relays between the page's port and the worker's: it connects when the page first asks, sends
 * again what is unanswered after the worker died (the worker's ledger answers each id once), and
 * ends everything with 4900 when the extension is gone.
 */
export function bridge(page: MessagePort, connect: Connect): { restore(): void } {
  const unanswered = new Map<string, unknown>();
  let worker: WorkerPort | undefined;

  const end = () => {
    for (const id of unanswered.keys()) page.postMessage({ id, error: DISCONNECTED });
    unanswered.clear();
    page.postMessage({ event: 'disconnect' });
  };

  const open = (): WorkerPort | undefined => {
    try {
      const port = connect(PAGE_PORT);
      port.onMessage.addListener((message) => {
        if (isRecord(message) && typeof message.id === 'string') unanswered.delete(message.id);
        page.postMessage(message);
      });
      port.onDisconnect.addListener(() => {
        if (worker === port) worker = undefined;
        if (unanswered.size > 0) resend();
      });
      return port;
    } catch {
      // The extension was removed or reloaded: this document's bridge stays dead.
      end();
      return undefined;
    }
  };

  const resend = () => {
    worker = open();
    for (const request of unanswered.values()) worker?.postMessage(request);
  };

  page.onmessage = ({ data }: MessageEvent<unknown>) => {
    const request = parsePageRequest(data);
    if (request === undefined) return;
    unanswered.set(request.id, request);
    worker ??= open();
    worker?.postMessage(request);
  };

  return {
    /** After the back/forward cache the old port is deaf without saying so. */
    restore() {
      worker?.disconnect();
      worker = undefined;
      if (unanswered.size > 0) resend();
    },
  };
}

/** Takes the port that the page's script hands over, once, before any page script can. */
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
