import type { Requester } from '../../../shared/approvals/types.ts';
import {
  type PageEvent,
  type PageRequest,
  parsePageRequest,
} from '../../../shared/messages/page.ts';
import { RpcError, rpcErrorBody } from '../../../shared/rpc/codes.ts';
import { topOf } from '../approvals/site-limits.ts';
import { post, type RuntimePort } from '../platform/ports.ts';
import { pageAccounts } from './page-accounts.ts';
import { chainIdHex } from './params.ts';
import type { Router } from './router.ts';
import { documentKeyOf, requesterOf } from './sender.ts';

/** Milliseconds within which the bridge of an open page reconnects after losing its port. */
const COME_BACK_MS = 2500;

export interface PagePorts {
  accept(port: RuntimePort): void;
  /** Sends all documents of an origin, or of all origins, the accounts that they may see. */
  announceAccounts(origin?: string): void;
  /** Sends every document of an origin the chain that it is on. */
  announceChain(origin: string): void;
  /** Sends one document a notification of its subscription (EIP-1193 `message`). */
  sendNews(documentKey: string, subscription: string, result: unknown): void;
}

/** Ports of pages: answers requests and sends each document the changes that concern it. */
export function createPagePorts(deps: {
  /** Resolves when sites, networks and the vault are loaded. Requests wait for this promise. */
  ready: Promise<void>;
  router: Router;
  visibleTo: (origin: string) => readonly string[];
  chainOf: (origin: string) => number;
  onOpened: (requester: Requester) => void;
  onGone: (requester: Requester) => void;
  nextTask: (run: () => void) => void;
}): PagePorts {
  const open = new Map<RuntimePort, Requester | undefined>();
  /** Ports that received the state. Other ports get the state when it is loaded. */
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

  /** Checks limits first, so that a refused request costs neither storage nor a turn. */
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
    sendNews(documentKey, subscription, result) {
      const payload = { type: 'eth_subscription', data: { subscription, result } };
      for (const [port, requester] of open) {
        if (requester === undefined || documentKeyOf(requester) !== documentKey) continue;
        send(port, { event: 'message', payload });
      }
    },
  };
}

/** Maximum unanswered requests of one document. The document's bridge sends at most 66. */
const MAX_PER_DOCUMENT = 128;
/** Maximum unanswered requests of one site's documents, in all its tabs and frames. */
const MAX_PER_SITE = 512;

function createOpenRequests() {
  const counts = new Map<string, number>();

  function add(key: string, change: 1 | -1): void {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  }

  return {
    /** Counts another request. Returns false without counting when there are too many. */
    enter(requester: Requester): boolean {
      const [inDocument, inSite] = keysOf(requester).map((key) => counts.get(key) ?? 0);
      if ((inDocument ?? 0) >= MAX_PER_DOCUMENT || (inSite ?? 0) >= MAX_PER_SITE) return false;
      for (const key of keysOf(requester)) add(key, 1);
      return true;
    },
    leave(requester: Requester): void {
      for (const key of keysOf(requester)) add(key, -1);
    },
  };
}

function keysOf(requester: Requester): readonly [string, string] {
  return [`document ${documentKeyOf(requester)}`, `site ${topOf(requester)}`];
}

interface Turns {
  /** Runs `work` now if nothing is waiting, otherwise in the site's turn. */
  take(site: string, work: () => void): void;
}

/**
 * Gives sites turns in separate tasks, so that a request waits for at most one turn of a busy site.
 */
function createTurns(nextTask: (run: () => void) => void): Turns {
  /** Waiting work by site. The first site has the next turn. */
  const waiting = new Map<string, Set<() => void>>();
  let isScheduled = false;

  function schedule(): void {
    isScheduled = true;
    nextTask(turn);
  }

  function turn(): void {
    const [next] = waiting;
    if (next === undefined) {
      isScheduled = false;
      return;
    }
    schedule();
    const [site, queue] = next;
    const [work] = queue;
    waiting.delete(site);
    if (work === undefined) return;
    queue.delete(work);
    if (queue.size > 0) waiting.set(site, queue);
    work();
  }

  return {
    take(site, work) {
      if (!isScheduled) {
        schedule();
        work();
        return;
      }
      const queue = waiting.get(site) ?? new Set();
      queue.add(work);
      waiting.set(site, queue);
    },
  };
}
