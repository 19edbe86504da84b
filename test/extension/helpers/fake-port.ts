import type { RuntimePort } from '../../../entrypoints/background/platform/ports.ts';
import { PAGE_PORT } from '../../../shared/messages/port-names.ts';

/** A runtime port of a page, as the worker sees it. */
export interface FakePagePort {
  readonly port: RuntimePort;
  /** Delivers a message from the page. */
  say(message: unknown): void;
  /** All messages that the worker has posted. */
  readonly heard: unknown[];
}

export function fakePagePort(
  sender: { origin: string; documentId: string; tabUrl?: string; frameId?: number; top?: string },
  onHeard: (message: unknown) => void = () => undefined,
): FakePagePort {
  const listeners: ((message: unknown) => void)[] = [];
  const heard: unknown[] = [];
  const port = {
    name: `${PAGE_PORT}${sender.documentId}${sender.top === undefined ? '' : ` ${sender.top}`}`,
    sender: {
      origin: sender.origin,
      documentId: sender.documentId,
      ...(sender.frameId === undefined ? {} : { frameId: sender.frameId }),
      tab: { id: 1, url: sender.tabUrl ?? `${sender.origin}/` },
    },
    postMessage(message: unknown) {
      heard.push(message);
      onHeard(message);
    },
    disconnect: () => undefined,
    onMessage: { addListener: (listener: (message: unknown) => void) => listeners.push(listener) },
    onDisconnect: { addListener: () => undefined },
  } as unknown as RuntimePort;
  return {
    port,
    heard,
    say(message) {
      for (const listener of listeners) listener(message);
    },
  };
}
