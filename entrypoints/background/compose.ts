import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import type { Network } from '../../shared/chain/network.ts';
import { failureOf } from './api/failures.ts';
import { createApprovals } from './approvals/approvals.ts';
import { createLedger } from './approvals/ledger.ts';
import { createRequestReader } from './approvals/request-reader.ts';
import { createApprovalWindow } from './approvals/window.ts';
import { createBroadcast } from './chain/broadcast.ts';
import { createChains } from './chain/chains.ts';
import { checkEndpoints } from './chain/check-network.ts';
import { createGenesis } from './chain/genesis.ts';
import { createTokenNames } from './chain/token-names.ts';
import { createWatch } from './chain/watch.ts';
import { composeFeatures, type Features } from './compose-features.ts';
import { systemWait } from './platform/clock.ts';
import type { GrantedAccess } from './platform/default-wallet.ts';
import type { Platform } from './platform/platform.ts';
import type { RuntimePort } from './platform/ports.ts';
import { createReactions } from './reactions.ts';
import { askUnlock } from './rpc/ask-unlock.ts';
import { methodTable } from './rpc/method-table.ts';
import { createNodeFilters } from './rpc/node-filters.ts';
import { createPagePorts } from './rpc/page-ports.ts';
import { createReadQueue } from './rpc/read-queue.ts';
import { createRouter } from './rpc/router.ts';
import { documentKeyOf } from './rpc/sender.ts';
import { createShowUnreadable } from './rpc/show-unreadable.ts';
import { createSubscriptions } from './rpc/subscriptions.ts';
import { createBundles } from './sending/bundles.ts';
import { pendingTransaction } from './sending/replacements.ts';
import { createSignatures } from './sending/signatures.ts';
import { createTransactions } from './sending/transactions.ts';
import { createSigner } from './signer/signer.ts';
import { createActivityLog } from './state/activity.ts';
import { createAwaitedAccess } from './state/awaited-access.ts';
import { createBlockedSites } from './state/blocked-sites.ts';
import { createCollectibles } from './state/collectibles.ts';
import { createDefaultWallet } from './state/default-wallet.ts';
import { createForgetOwner } from './state/forget-owner.ts';
import { createNetworks } from './state/networks.ts';
import { createOutgoing } from './state/outgoing.ts';
import { createReadAhead } from './state/read-ahead.ts';
import { createSettings } from './state/settings.ts';
import { createSiteChains } from './state/site-chains.ts';
import { createSites } from './state/sites.ts';
import { createStartup } from './state/startup.ts';
import { stored } from './state/stored.ts';
import { LEDGER_SLOTS, readAtStart, STORED_KEYS } from './state/stored-keys.ts';
import { createStoredRecovery } from './state/stored-recovery.ts';
import { createWatchedTokens } from './state/watched-tokens.ts';
import { createWelcome } from './state/welcome.ts';
import { createScreenLock } from './vault/open/screen-lock.ts';
import { createVaultParts } from './vault/parts.ts';
import { orderedAccounts, selectedAccount } from './vault/selected-account.ts';

/** Milliseconds after which the features are created, to continue what a former worker began. */
const FEATURES_MS = 500;
/** The browser's rules are set soon after a site has its first answer. */
const RULES_MS = 50;

/**
 * The composition root: creates the core, which answers a site's first requests, and connects it with
 * the features, which are created after the first answer. Contains no logic of its own.
 */
export function compose(platform: Platform) {
  const { fetch, clock, random, windows } = platform;
  let madeFeatures: Features | undefined;
  const publish = () => madeFeatures?.ui.publish();
  const { areas, end: endReadAhead } = createReadAhead(platform.areas, readAtStart);
  const outgoing = createOutgoing({ setRules: platform.setOutgoing });
  const settings = createSettings({
    stored: stored(areas, STORED_KEYS.settings),
    defaults: platform.defaultServices,
    outgoing,
    onChange: publish,
  });
  const defaultWallet = createDefaultWallet({ settings, apply: platform.setDefaultWallet });
  const awaitedAccess = createAwaitedAccess({
    stored: stored(areas, STORED_KEYS.awaitedAccess),
    clock,
    settings,
    setDefaultWallet: defaultWallet.set,
  });
  const activity = createActivityLog({
    stored: stored(areas, STORED_KEYS.activity),
    clock,
    onChange: publish,
  });
  const networks = createNetworks({
    stored: stored(areas, STORED_KEYS.networks),
    baseRpcUrls: () => settings.services().rpcUrls,
    outgoing,
    onChange: publish,
  });
  const watchedTokens = createWatchedTokens({
    stored: stored(areas, STORED_KEYS.watchedTokens),
    onChange: publish,
  });
  const collectibles = createCollectibles({
    stored: stored(areas, STORED_KEYS.collectibles),
    onChange: publish,
  });
  const blockedSites = createBlockedSites({
    stored: stored(areas, STORED_KEYS.blockedSites),
    clock,
    onChange: publish,
  });
  const siteChains = createSiteChains({
    stored: stored(areas, STORED_KEYS.siteChains),
    isKnown: (chainId) => networks.find(chainId) !== undefined,
    onChange: (origin) => reactions.siteChainChanged(origin),
  });

  const signer = createSigner({
    random,
    loadWords: platform.loadWords,
    enforceLock: () => vaultParts.autoLock.enforce(),
  });
  const storedRecovery = createStoredRecovery(areas);
  const forgetOwner = createForgetOwner({
    mark: stored(areas, STORED_KEYS.forgetting),
    storedRecovery,
    settings,
  });
  const vaultParts = createVaultParts({
    platform,
    areas,
    signer,
    settings,
    finishForgetting: forgetOwner.finish,
    failureOf,
    onChange: publish,
    onVaultChange: () => reactions.vaultChanged(),
    onLock: () => reactions.locked(),
  });
  const { ceremonies, session, wallets } = vaultParts;
  const selected = () => selectedAccount({ wallets, settings });
  const sites = createSites({
    stored: stored(areas, STORED_KEYS.sites),
    clock,
    accounts: () => (isLocked() ? undefined : orderedAccounts({ wallets, settings })),
    keepsWhileLocked: () =>
      session.state().status === 'locked' && settings.get().hidesWhileLocked !== true,
    onChange: (origin) => reactions.siteAccountsChanged(origin),
  });

  const chains = createChains({ fetch, networks, clock, wait: systemWait });
  const rpcOf = chains.rpc;
  const client = rpcOf(CHAIN_ID);
  const isKnownChain = (chainId: number) => networks.find(chainId) !== undefined;
  const genesis = createGenesis({
    rpcOf,
    isLocal: networks.isLocal,
    activity,
    onChange: () => reactions.chainReplaced(),
  });
  const tokenNames = createTokenNames({ watched: watchedTokens.all, wait: systemWait });
  const watch = createWatch({
    rpcOf,
    activity,
    genesis,
    alarms: platform.alarms,
    now: clock.now,
    onSettled: (entry) => reactions.settled(entry),
  });
  const broadcast = createBroadcast({
    rpcOf,
    signer,
    activity,
    genesis,
    clock,
    onSent: () => watch.start(),
  });
  const approvalWindow = createApprovalWindow({
    windows,
    opened: stored(areas, STORED_KEYS.approvalWindow),
    onClosedByUser: () => void ready.then(() => approvals.endAll('window closed')),
  });
  const requestReader = createRequestReader({
    mark: stored(areas, STORED_KEYS.readRequest),
    clock,
  });
  const approvals = createApprovals({
    stored: stored(areas, STORED_KEYS.drafts),
    reader: requestReader,
    random,
    clock,
    alarms: platform.alarms,
    show() {
      const shown = approvalWindow.show();
      // Its page asks for the request's meaning, so that part loads while the window opens.
      features();
      return shown;
    },
    showMissing: approvalWindow.showMissing,
    isBlocked: blockedSites.has,
    onAsked: (requestKey) => ledger.markAsked(requestKey),
    onChange: () => reactions.approvalsChanged(),
  });
  const ledger = createLedger({
    slots: LEDGER_SLOTS.map((slot) => stored(areas, slot)),
    clock,
    answerTo: activity.answerTo,
  });
  const transactions = createTransactions({
    approvals,
    broadcast,
    watchLocks: signer.watchLocks,
    coinOf: (chainId) => networks.coinOf(chainId),
    tokenNames,
    pendingNonce: (id) => pendingTransaction(activity, id)?.nonce,
  });
  const signatures = createSignatures({ approvals, signer, activity, clock });
  const bundles = createBundles({
    stored: stored(areas, STORED_KEYS.bundles),
    approvals,
    broadcast,
    watchLocks: signer.watchLocks,
    coinOf: (chainId) => networks.coinOf(chainId),
    tokenNames,
    recheck: () => features().recheck,
    activity,
    clock,
    random,
  });
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
  const nodeFilters = createNodeFilters({
    rpcOf,
    reads,
    random,
    clock,
    isConnected: sites.isConnected,
  });
  const startup = createStartup({
    storedRecovery,
    finishForgetting: forgetOwner.finish,
    load: () =>
      Promise.all([
        settings.load().then(() => platform.setLanguage(settings.get().language ?? 'browser')),
        sites.load(),
        approvals.restore(),
        ledger.restore(),
        networks.load(),
        watchedTokens.load(),
        collectibles.load(),
        blockedSites.load(),
        siteChains.load(),
        bundles.load(),
        subscriptions.load(),
      ]),
    resume: session.resume,
    loadLarge: activity.load,
    refuse: session.refuse,
    started: () => reactions.started(),
  });
  const start = startup.begin();
  // A failed start rejects the calls that wait for it. Without calls there is nothing to report.
  start.answering.catch(() => undefined);
  const ready = start.whole.finally(endReadAhead);
  const isLocked = () => session.state().status !== 'unlocked';
  // Both edges call this for every request, and reading the state enforces the auto-lock deadline.
  const isUnreadable = () => session.state().status === 'unreadable';
  async function checkNetwork(network: Network): Promise<string[]> {
    // The browser allows an address on trial only after its rules match the wallet's.
    await features().ready;
    return checkEndpoints({ fetch, outgoing }, network);
  }
  const router = createRouter({
    methods: methodTable({
      approvals,
      signatures,
      transactions,
      bundles,
      subscriptions,
      nodeFilters,
      reads,
      sites,
      activity,
      clock,
      siteChains,
      networks,
      watchedTokens,
      collectibles,
      rpcOf,
      canSign: signer.canSign,
      isLocked,
      checkEndpoints: checkNetwork,
      showActivity: platform.showActivity,
      version: platform.version,
    }),
    ledger,
    ready,
    visibleTo: sites.visibleTo,
    isConnected: sites.isConnected,
    chainOf: siteChains.of,
    isLocked,
    isReadable: () => !isUnreadable(),
    showUnreadable: createShowUnreadable({ clock, show: approvalWindow.show }),
    unlock: (requester) => askUnlock(approvals, requester, siteChains.of(requester.origin)),
  });
  const pages = createPagePorts({
    ready: start.answering,
    router,
    visibleTo: sites.visibleTo,
    chainOf: siteChains.of,
    onOpened: (requester) => subscriptions.isBack(documentKeyOf(requester)),
    onGone: (requester) => reactions.pageGone(requester),
    nextTask: platform.nextTask,
  });
  const reactions = createReactions({
    setBadge: platform.setBadge,
    wakePages: platform.wakePages,
    isUnlocked: () => !isLocked(),
    beginOutgoing: outgoing.begin,
    renewDefaultWallet: defaultWallet.renew,
    renewOpens: () => platform.setOpens(settings.get().opens ?? 'popup'),
    publish,
    approvals,
    approvalWindow,
    bundles,
    pages,
    sites,
    subscriptions,
    nodeFilters,
    watch,
    settled: (entry) => void features().settled(entry),
    chainReplaced: () => madeFeatures?.chainReplaced(),
    isMoreToCome: () => madeFeatures?.isMoreToAsk() ?? false,
  });
  function features(): Features {
    if (madeFeatures !== undefined) return madeFeatures;
    madeFeatures = composeFeatures({
      ...vaultParts,
      platform,
      areas,
      ready,
      storedRecovery,
      forgetOwner,
      startup,
      isUnreadable,
      settings,
      defaultWallet,
      awaitedAccess,
      activity,
      genesis,
      networks,
      watchedTokens,
      tokenNames,
      collectibles,
      outgoing,
      blockedSites,
      sites,
      siteChains,
      signer,
      approvals,
      requestReader,
      transactions,
      rpcOf,
      client,
      isKnownChain,
      checkEndpoints: checkNetwork,
      selected,
      onSelected: reactions.accountSelected,
      onFillsChanged: reactions.fillsChanged,
      onLoaded: reactions.renewBrowser,
    });
    return madeFeatures;
  }

  void ready.then(() => {
    setTimeout(() => {
      if (!isUnreadable()) void outgoing.begin();
    }, RULES_MS);
    setTimeout(features, FEATURES_MS);
  });

  const onScreen = createScreenLock({
    ready,
    isOn: () => settings.get().locksWithScreen ?? false,
    isUnlocked: () => !isLocked(),
    lock: session.lock,
  });

  return {
    ready,
    ui: {
      accept(port: RuntimePort): void {
        features().ui.accept(port);
      },
    },
    pages,
    ceremonies,
    approvals,
    watch,
    onScreen,
    ringExpiry: async () => features().ringExpiry(),
    ringPhishing: async () => features().ringPhishing(),
    opens: () => settings.get().opens ?? 'popup',
    welcome: createWelcome({
      ready,
      welcomed: stored(areas, STORED_KEYS.welcomed),
      isEmpty: () => session.state().status === 'empty',
      openPage: platform.openWelcome,
    }),
    renewDefaultWallet: () => ready.then(defaultWallet.renew),
    accessGranted: (access: GrantedAccess) => ready.then(() => awaitedAccess.granted(access)),
  };
}
