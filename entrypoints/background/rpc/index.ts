import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';
import { SHOW_AGAIN_MS } from '../approvals/site-limits.ts';
import { checkEndpoints } from '../chain/check-network.ts';
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
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

export function createSubscriptionParts({ areas, events, isUnlocked, platform, rpcOf }: Core) {
  return createSubscriptions({
    rpcOf,
    random: platform.random,
    stored: stored(areas, subscriptionsKey),
    alarms: platform.alarms,
    now: platform.clock.now,
    isUnlocked,
    keepAlive: platform.keepAlive,
    send: (...news) => events.emit('subscriptionNews', ...news),
  });
}

/** Creates the parts that answer sites: the router with its methods, and the pages' ports. */
export function createRpcParts(
  parts: Core,
  deps: {
    subscriptions: Subscriptions;
    /** Resolves when a site's first requests can be answered. */
    answering: Promise<void>;
    /** Resolves when all stored data is loaded. */
    ready: Promise<void>;
  },
) {
  const { approvals, events, isLocked, outgoing, platform, rpcOf, siteChains, sites } = parts;
  const { subscriptions } = deps;
  const { clock, fetch, random } = platform;
  const reads = createReadQueue();
  const { isConnected, visibleTo } = sites;
  const nodeFilters = createNodeFilters({ rpcOf, reads, random, clock, isConnected });
  const router = createRouter({
    methods: methodTable({
      ...parts,
      async checkEndpoints(network) {
        // The browser allows a tested address only if the browser's rules match the wallet's
        // addresses.
        await outgoing.begin();
        return checkEndpoints({ fetch, outgoing }, network);
      },
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
  events.on({ subscriptionNews: pages.sendNews });
  return { nodeFilters, pages };
}

/** Methods that a site usually calls when the user presses a button. */
const CONNECTING: readonly string[] = ['eth_requestAccounts', 'wallet_requestPermissions'];

/**
 * Returns a function that shows why the wallet refuses sites while its stored data can't be read.
 * All sites together bring the window to the front at most once in `SHOW_AGAIN_MS`.
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
    // The request is rejected anyway, and the popup shows the same screen.
    deps.show().catch(() => undefined);
  };
}
