import type { Requester } from '../../shared/approvals/types.ts';
import type { Network } from '../../shared/chain/network.ts';
import type { ChainParts } from './compose-chain.ts';
import type { RequestParts } from './compose-requests.ts';
import type { StorageParts } from './compose-storage.ts';
import type { Platform } from './platform/platform.ts';
import { askUnlock } from './rpc/ask-unlock.ts';
import { methodTable } from './rpc/method-table.ts';
import { createNodeFilters } from './rpc/node-filters.ts';
import { createPagePorts } from './rpc/page-ports.ts';
import { createReadQueue } from './rpc/read-queue.ts';
import { createRouter } from './rpc/router.ts';
import { documentKeyOf } from './rpc/sender.ts';
import { createShowUnreadable } from './rpc/show-unreadable.ts';
import { createSubscriptions } from './rpc/subscriptions.ts';
import type { Signer } from './signer/signer.ts';
import type { Sites } from './state/sites.ts';
import { type Areas, stored } from './state/stored.ts';
import { STORED_KEYS } from './stored-keys.ts';

/** Creates what answers sites: the router with its methods, subscriptions, and the pages' ports. */
export function composePages(
  deps: StorageParts &
    ChainParts &
    RequestParts & {
      platform: Omit<Platform, 'areas'>;
      areas: Areas;
      signer: Signer;
      sites: Sites;
      isLocked: () => boolean;
      isUnreadable: () => boolean;
      checkEndpoints: (network: Network) => Promise<string[]>;
      /** Resolves when a site's first requests can be answered. */
      answering: Promise<void>;
      /** Resolves when all stored data is loaded. */
      ready: Promise<void>;
      onGone: (requester: Requester) => void;
    },
) {
  const { areas, approvals, isLocked, platform, ready, rpcOf, siteChains, sites } = deps;
  const { clock, random } = platform;
  const subscriptions = createSubscriptions({
    rpcOf,
    random,
    stored: stored(areas, STORED_KEYS.subscriptions),
    alarms: platform.alarms,
    now: clock.now,
    isUnlocked: () => !isLocked(),
    keepAlive: platform.keepAlive,
    tell: (documentKey, id, result) => pages.tellSubscription(documentKey, id, result),
  });
  const reads = createReadQueue();
  const { isConnected, visibleTo } = sites;
  const nodeFilters = createNodeFilters({ rpcOf, reads, random, clock, isConnected });
  const router = createRouter({
    methods: methodTable({
      ...deps,
      subscriptions,
      nodeFilters,
      reads,
      clock,
      canSign: deps.signer.canSign,
      showActivity: platform.showActivity,
      version: platform.version,
    }),
    ledger: deps.ledger,
    ready,
    visibleTo,
    isConnected,
    chainOf: siteChains.of,
    isLocked,
    isReadable: () => !deps.isUnreadable(),
    showUnreadable: createShowUnreadable({ clock, show: deps.approvalWindow.show }),
    unlock: (requester) => askUnlock(approvals, requester, siteChains.of(requester.origin)),
  });
  const pages = createPagePorts({
    ready: deps.answering,
    router,
    visibleTo,
    chainOf: siteChains.of,
    onOpened: (requester) => subscriptions.isBack(documentKeyOf(requester)),
    onGone: deps.onGone,
    nextTask: platform.nextTask,
  });
  return { subscriptions, nodeFilters, pages };
}
