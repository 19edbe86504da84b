import type { Network } from '../../../shared/chain/network.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';
import { SHOW_AGAIN_MS } from '../approvals/site-limits.ts';
import { stored } from '../kernel/stored.ts';
import type { Core } from '../procedures/index.ts';
import { askUnlock } from './ask-unlock.ts';
import { subscriptionsKey } from './keys.ts';
import { methodTable } from './method-table.ts';
import { createNodeFilters } from './node-filters.ts';
import { createPagePorts } from './page-ports.ts';
import { createReadQueue } from './read-queue.ts';
import { createRouter } from './router.ts';
import { documentKeyOf } from './sender.ts';
import { createSubscriptions } from './subscriptions.ts';

/**
 * Creates the parts that answer sites: the router with its methods, subscriptions, and the pages'
 * ports.
 */
export function createRpcParts(
  parts: Core,
  deps: {
    checkEndpoints: (network: Network) => Promise<string[]>;
    /** Resolves when a site's first requests can be answered. */
    answering: Promise<void>;
    /** Resolves when all stored data is loaded. */
    ready: Promise<void>;
  },
) {
  const { approvals, events, isLocked, platform, rpcOf, siteChains, sites } = parts;
  const { clock, random } = platform;
  const subscriptions = createSubscriptions({
    rpcOf,
    random,
    stored: stored(parts.areas, subscriptionsKey),
    alarms: platform.alarms,
    now: clock.now,
    isUnlocked: parts.isUnlocked,
    keepAlive: platform.keepAlive,
    tell: (documentKey, id, result) => pages.tellSubscription(documentKey, id, result),
  });
  const reads = createReadQueue();
  const { isConnected, visibleTo } = sites;
  const nodeFilters = createNodeFilters({ rpcOf, reads, random, clock, isConnected });
  const router = createRouter({
    methods: methodTable({
      ...parts,
      checkEndpoints: deps.checkEndpoints,
      subscriptions,
      nodeFilters,
      reads,
      clock,
      canSign: parts.signer.canSign,
      showActivity: platform.showActivity,
      version: platform.version,
    }),
    ledger: parts.ledger,
    ready: deps.ready,
    visibleTo,
    isConnected,
    chainOf: siteChains.of,
    isLocked,
    isReadable: () => !parts.isUnreadable(),
    showUnreadable: createShowUnreadable({ clock, show: parts.approvalWindow.show }),
    unlock: (requester) => askUnlock(approvals, requester, siteChains.of(requester.origin)),
  });
  const pages = createPagePorts({
    ready: deps.answering,
    router,
    visibleTo,
    chainOf: siteChains.of,
    onOpened: (requester) => subscriptions.isBack(documentKeyOf(requester)),
    onGone: (requester) => events.emit('pageGone', requester),
    nextTask: platform.nextTask,
  });
  return { subscriptions, nodeFilters, pages };
}

/** Methods that a site usually calls after the user pressed a button. */
const CONNECTING: readonly string[] = ['eth_requestAccounts', 'wallet_requestPermissions'];

/**
 * Returns a function that shows the user why the wallet refuses a site while its stored data can't be
 * read. All sites together bring the window forward once in `SHOW_AGAIN_MS`.
 */
export function createShowUnreadable(deps: {
  clock: Clock;
  show: () => Promise<void>;
}): (method: string) => void {
  let shownAt: number | undefined;
  return (method) => {
    const now = deps.clock.now();
    const isTooSoon = shownAt !== undefined && isRecent(shownAt, now, SHOW_AGAIN_MS);
    if (!CONNECTING.includes(method) || isTooSoon) return;
    shownAt = now;
    // The request is rejected either way, and the icon's popup shows the same screen.
    deps.show().catch(() => undefined);
  };
}
