import type { PageEvent } from '../../../shared/messages/page.ts';
import { parsePageRequest } from '../../../shared/messages/page.ts';
import { post, type RuntimePort } from '../platform/ports.ts';
import { CHAIN_ID_HEX } from './methods/chain.ts';
import type { Router } from './router.ts';
import { requesterOf } from './sender.ts';

/** A bridge that lost its port opens another one within this time; a page that left does not. */
const COME_BACK_MS = 2500;

export interface PagePorts {
  /** Serves a port that a page's bridge opened. */
  accept(port: RuntimePort): void;
  /** Tells every document of an origin (or of all) what it may see now. */
  announceAccounts(origin?: string): void;
}

/** Ports of pages: answers requests and tells each document of changes that concern it. */
export function createPagePorts(deps: {
  /** Resolves once stored state is loaded; requests wait for it. */
  ready: Promise<void>;
  router: Router;
  visibleTo: (origin: string) => readonly string[];
  onGone: (documentId: string) => void;
}): PagePorts {
  const open = new Map<RuntimePort, string | undefined>();

  const send = (port: RuntimePort, event: PageEvent) => post(port, event);

  const tell = (port: RuntimePort, origin: string | undefined) =>
    send(port, {
      event: 'accountsChanged',
      payload: origin === undefined ? [] : deps.visibleTo(origin),
    });

  return {
    accept(port) {
      const requester = requesterOf(port);
      open.set(port, requester?.origin);
      port.onDisconnect.addListener(() => {
        open.delete(port);
        const { documentId } = requester ?? {};
        if (documentId === undefined) return;
        setTimeout(() => {
          const isBack = [...open.keys()].some(
            (other) => requesterOf(other)?.documentId === documentId,
          );
          if (!isBack) deps.onGone(documentId);
        }, COME_BACK_MS);
      });
      port.onMessage.addListener(async (message: unknown) => {
        const request = parsePageRequest(message);
        if (request === undefined) return;
        await deps.ready;
        post(port, await deps.router.answer(request, requester));
      });
      deps.ready.then(() => {
        send(port, { event: 'connect', payload: { chainId: CHAIN_ID_HEX } });
        tell(port, requester?.origin);
      });
    },
    announceAccounts(origin) {
      for (const [port, of] of open) if (origin === undefined || of === origin) tell(port, of);
    },
  };
}
