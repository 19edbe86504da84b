import type { Requester } from '../../../shared/approvals/types.ts';
import {
  type PageEvent,
  type PageRequest,
  parsePageRequest,
} from '../../../shared/messages/page.ts';
import { RpcError, rpcErrorBody } from '../../../shared/rpc/codes.ts';
import { topOf } from '../approvals/site-limits.ts';
import { post, type RuntimePort } from '../platform/ports.ts';

import { createOpenRequests } from './open-requests.ts';
import { pageAccounts } from './page-accounts.ts';
import { chainIdHex } from './params.ts';
import type { Router } from './router.ts';
import { documentKeyOf, requesterOf } from './sender.ts';
import { createTurns } from './turns.ts';

/** Milliseconds within which a bridge that lost its port reconnects; a page that left doesn't. */
const COME_BACK_MS = 2500;

export interface PagePorts {
  /** Serves a port that a page's bridge opened. */
  accept(port: RuntimePort): void;
  /** Sends every document of an origin (or of all) the accounts that it may see. */
  announceAccounts(origin?: string): void;
  /** Sends every document of an origin the chain that it is on. */
  announceChain(origin: string): void;
  /** Sends one document a notification of its subscription (EIP-1193 `message`). */
  tellSubscription(documentKey: string, subscription: string, result: unknown): void;
}

/** Ports of pages: answers requests and sends each document the changes that concern it. */
export function createPagePorts(deps: {
  /** Resolves when sites, networks and the vault are loaded; requests wait for it. */
  ready: Promise<void>;
  router: Router;
  visibleTo: (origin: string) => readonly string[];
  chainOf: (origin: string) => number;
  onOpened: (requester: Requester) => void;
  onGone: (requester: Requester) => void;
  /** Runs a function in a separate task. */
  nextTask: (run: () => void) => void;
}): PagePorts {
  const open = new Map<RuntimePort, Requester | undefined>();
  /** Ports that received the state. The others get it when it is loaded. */
  const informed = new WeakSet<RuntimePort>();
  const requests = createOpenRequests();
  const turns = createTurns(deps.nextTask);

  const send = (port: RuntimePort, event: PageEvent) => post(port, event);

  const accounts = (origin: string | undefined) =>
    origin === undefined ? [] : pageAccounts(deps.visibleTo(origin));

  const chainId = (origin: string | undefined) => chainIdHex(deps.chainOf(origin ?? ''));

  function sendState(port: RuntimePort, origin: string | undefined): void {
    informed.add(port);
    send(port, {
      event: 'state',
      payload: { chainId: chainId(origin), accounts: accounts(origin) },
    });
  }

  function watchDeparture(requester: Requester): void {
    setTimeout(() => {
      const key = documentKeyOf(requester);
      const isBack = [...open.values()].some(
        (other) => other !== undefined && documentKeyOf(other) === key,
      );
      if (!isBack) deps.onGone(requester);
    }, COME_BACK_MS);
  }

  /** Checks limits first: a refused request costs neither storage nor a turn. */
  function receive(port: RuntimePort, request: PageRequest, requester: Requester | undefined) {
    if (requester === undefined) {
      post(port, { id: request.id, error: rpcErrorBody(new RpcError('unauthorized')) });
      return;
    }
    if (!requests.enter(requester)) {
      post(port, { id: request.id, error: rpcErrorBody(new RpcError('tooManyOpen')) });
      return;
    }
    turns.take(topOf(requester), async () => {
      try {
        await deps.ready;
        post(port, await deps.router.answer(request, requester));
      } finally {
        requests.leave(requester);
      }
    });
  }

  return {
    accept(port) {
      const requester = requesterOf(port);
      open.set(port, requester);
      port.onDisconnect.addListener(() => {
        open.delete(port);
        if (requester !== undefined) watchDeparture(requester);
      });
      port.onMessage.addListener((message: unknown) => {
        const request = parsePageRequest(message);
        if (request !== undefined) receive(port, request, requester);
      });
      deps.ready.then(() => {
        if (requester !== undefined) deps.onOpened(requester);
        sendState(port, requester?.origin);
      });
    },
    announceAccounts(origin) {
      for (const [port, requester] of open) {
        if (!informed.has(port)) continue;
        if (origin !== undefined && requester?.origin !== origin) continue;
        send(port, { event: 'accountsChanged', payload: accounts(requester?.origin) });
      }
    },
    announceChain(origin) {
      for (const [port, requester] of open) {
        if (!informed.has(port) || requester?.origin !== origin) continue;
        send(port, { event: 'chainChanged', payload: chainId(origin) });
      }
    },
    tellSubscription(documentKey, subscription, result) {
      const payload = { type: 'eth_subscription', data: { subscription, result } };
      for (const [port, requester] of open) {
        if (requester === undefined || documentKeyOf(requester) !== documentKey) continue;
        send(port, { event: 'message', payload });
      }
    },
  };
}
