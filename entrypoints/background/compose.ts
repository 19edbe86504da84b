import type { Network } from '../../shared/approvals/types.ts';
import { CHAIN_ID, TOKENS } from '../../shared/chain/deployments.ts';
import { copyWarning, uiFailure } from './api/failures.ts';
import { uiHandlers } from './api/handlers.ts';
import { serveUi } from './api/serve.ts';
import { demandReadable } from './api/stored.ts';
import { createApprovals } from './approvals/approvals.ts';
import { createBundles } from './approvals/bundles.ts';
import { createDraftFees } from './approvals/draft-fees.ts';
import { createLastLook } from './approvals/last-look.ts';
import { createLedger } from './approvals/ledger.ts';
import { createOwnTransactions } from './approvals/own-transactions.ts';
import { createPhishingList } from './approvals/phishing.ts';
import { createReplacements, pendingTransaction } from './approvals/replacements.ts';
import { createSignatures } from './approvals/signatures.ts';
import { createTransactions } from './approvals/transactions.ts';
import { createApprovalWindow } from './approvals/window.ts';
import { createBroadcast } from './chain/broadcast.ts';
import { createChains } from './chain/chains.ts';
import { checkEndpoints } from './chain/check-network.ts';
import { createNames } from './chain/names.ts';
import { createWatch } from './chain/watch.ts';
import { createMarketParts } from './orders/parts.ts';
import type { Platform } from './platform/platform.ts';
import { createPositionActions } from './positions/act.ts';
import { createPortfolioCache } from './positions/portfolio-cache.ts';
import { createReactions } from './reactions.ts';
import { askUnlock } from './rpc/ask-unlock.ts';
import { methodTable } from './rpc/method-table.ts';
import { createPagePorts } from './rpc/page-ports.ts';
import { createRouter } from './rpc/router.ts';
import { documentKeyOf } from './rpc/sender.ts';
import { createSubscriptions } from './rpc/subscriptions.ts';
import { createSigner } from './signer/signer.ts';
import { createActivityLog } from './state/activity.ts';
import { createBlockedSites } from './state/blocked-sites.ts';
import { knownTo } from './state/known-addresses.ts';
import { createNetworks } from './state/networks.ts';
import { createOutgoing } from './state/outgoing.ts';
import { createReadAhead } from './state/read-ahead.ts';
import { createSavedFilters } from './state/saved-filters.ts';
import { createSettings } from './state/settings.ts';
import { createSiteChains } from './state/site-chains.ts';
import { createSites } from './state/sites.ts';
import { orderedAccounts, selectedAccount, takeSnapshot } from './state/snapshot.ts';
import { createStartup } from './state/startup.ts';
import { stored } from './state/stored.ts';
import { createStoredCare } from './state/stored-care.ts';
import { readAtStart, STORED_KEYS } from './state/stored-keys.ts';
import { createWatchedTokens } from './state/watched-tokens.ts';
import { createVaultParts } from './vault/parts.ts';
import { createScreenLock } from './vault/screen-lock.ts';

/** The composition root: creates every part and connects it. No logic of its own. */
export function compose(platform: Platform) {
  const sentenceOf = (error: unknown) => uiFailure(error).message;
  const { fetch, clock, random, windows } = platform;
  const { areas, end: endReadAhead } = createReadAhead(platform.areas, readAtStart);
  // State
  const outgoing = createOutgoing({ setRules: platform.setOutgoing });
  const settings = createSettings({
    stored: stored(areas, STORED_KEYS.settings),
    outgoing,
    onChange: () => ui.publish(),
  });
  const activity = createActivityLog({
    stored: stored(areas, STORED_KEYS.activity),
    onChange: () => ui.publish(),
  });
  const networks = createNetworks({
    stored: stored(areas, STORED_KEYS.networks),
    baseRpcUrls: () => settings.services().rpcUrls,
    outgoing,
    onChange: () => ui.publish(),
  });
  const watchedTokens = createWatchedTokens({
    stored: stored(areas, STORED_KEYS.watchedTokens),
    onChange: () => ui.publish(),
  });
  const savedFilters = createSavedFilters({
    stored: stored(areas, STORED_KEYS.savedFilters),
    onChange: () => ui.publish(),
  });
  const blockedSites = createBlockedSites({
    stored: stored(areas, STORED_KEYS.blockedSites),
    clock,
    onChange: () => ui.publish(),
  });
  const siteChains = createSiteChains({
    stored: stored(areas, STORED_KEYS.siteChains),
    isKnown: (chainId) => networks.find(chainId) !== undefined,
    onChange: (origin) => reactions.siteChainChanged(origin),
  });

  // Signer and vault
  const signer = createSigner({ random, loadWords: platform.loadWords });
  const { ceremonies, originProbe, pending, session, passkeys, backup, wallets } = createVaultParts(
    {
      platform,
      areas,
      signer,
      settings,
      sentenceOf,
      onChange: () => ui.publish(),
      onVaultChange: () => reactions.vaultChanged(),
      onLock: () => reactions.locked(),
    },
  );
  const selected = () => selectedAccount({ wallets, settings });
  const sites = createSites({
    stored: stored(areas, STORED_KEYS.sites),
    clock,
    accounts: () => orderedAccounts({ wallets, settings }),
    onChange: (origin) => reactions.siteAccountsChanged(origin),
  });

  // Chain
  const chains = createChains({ fetch, networks });
  const rpcOf = chains.rpc;
  const client = rpcOf(CHAIN_ID);
  const isKnownChain = (chainId: number) => networks.find(chainId) !== undefined;
  const names = createNames({ rpcOf, isKnownChain });
  const watch = createWatch({
    rpcOf,
    activity,
    alarms: platform.alarms,
    now: clock.now,
    onSettled: (entry) => reactions.settled(entry),
  });
  const broadcast = createBroadcast({
    rpcOf,
    signer,
    activity,
    clock,
    onSent: () => watch.start(),
  });
  const portfolio = createPortfolioCache({
    stored: stored(areas, STORED_KEYS.portfolio),
    rpcOf,
    networks,
    watchedTokens,
    clock,
    account: selected,
    onChange: () => ui.publish(),
  });

  // Approvals
  const approvalWindow = createApprovalWindow({
    windows,
    onClosedByUser: () => void approvals.endAll('window closed'),
  });
  const approvals = createApprovals({
    stored: stored(areas, STORED_KEYS.drafts),
    random,
    clock,
    alarms: platform.alarms,
    show: () => approvalWindow.show(),
    isBlocked: blockedSites.has,
    onChange: () => reactions.approvalsChanged(),
  });
  const ledger = createLedger({
    stored: stored(areas, STORED_KEYS.ledger),
    clock,
    answerTo: activity.answerTo,
  });
  const transactions = createTransactions({
    approvals,
    broadcast,
    watchLocks: signer.watchLocks,
    coinOf: (chainId) => networks.coinOf(chainId),
    pendingNonce: (id) => pendingTransaction(activity, id)?.nonce,
  });
  const signatures = createSignatures({ approvals, signer, activity, clock });
  const bundles = createBundles({
    stored: stored(areas, STORED_KEYS.bundles),
    approvals,
    broadcast,
    watchLocks: signer.watchLocks,
    coinOf: (chainId) => networks.coinOf(chainId),
    activity,
    clock,
    random,
  });
  const lastLook = createLastLook({
    stored: stored(areas, STORED_KEYS.lastLooks),
    clock,
    rpcOf,
  });
  const phishing = createPhishingList({
    loadBundled: platform.loadPhishingList,
    stored: stored(areas, STORED_KEYS.phishingList),
    storedAt: stored(areas, STORED_KEYS.phishingListAt),
    outgoing,
    fetch,
    clock,
    onChange: () => ui.publish(),
  });

  // Market
  const {
    expiryNotices,
    feed,
    checks,
    listing,
    market,
    recentTrades,
    positions,
    settlements,
    fills,
  } = createMarketParts({
    platform,
    areas,
    client,
    settings,
    session,
    signer,
    activity,
    transactions,
    account: selected,
    sentenceOf,
    onChange: () => ui.publish(),
  });

  // Edges
  const subscriptions = createSubscriptions({
    rpcOf,
    random,
    stored: stored(areas, STORED_KEYS.subscriptions),
    alarms: platform.alarms,
    now: clock.now,
    isUnlocked: () => session.state().status === 'unlocked',
    keepAlive: platform.keepAlive,
    tell: (documentKey, id, result) => pages.tellSubscription(documentKey, id, result),
  });
  const care = createStoredCare(areas);
  const startup = createStartup({
    care,
    load: () =>
      Promise.all([
        settings.load().then(() => platform.setLanguage(settings.get().language ?? 'browser')),
        sites.load(),
        activity.load(),
        portfolio.load(),
        approvals.restore(),
        ledger.restore(),
        networks.load(),
        watchedTokens.load(),
        savedFilters.load(),
        blockedSites.load(),
        phishing.load(),
        siteChains.load(),
        bundles.load(),
        lastLook.load(),
        subscriptions.load(),
        recentTrades.load(),
        fills.load(),
        expiryNotices.load(),
      ]),
    resume: session.resume,
    refuse: session.refuse,
    started: () => reactions.started(),
  });
  const ready = startup.run().finally(endReadAhead);
  const isLocked = () => session.state().status !== 'unlocked';
  const isUnreadable = () => session.state().status === 'unreadable';
  const checkNetwork = (network: Network) => checkEndpoints({ fetch, outgoing }, network);
  const router = createRouter({
    methods: methodTable({
      approvals,
      signatures,
      transactions,
      bundles,
      subscriptions,
      sites,
      siteChains,
      networks,
      watchedTokens,
      rpcOf,
      canSign: signer.canSign,
      isLocked,
      checkEndpoints: checkNetwork,
      showActivity: platform.showActivity,
    }),
    ledger,
    visibleTo: sites.visibleTo,
    isConnected: sites.isConnected,
    chainOf: siteChains.of,
    isLocked,
    isReadable: () => !isUnreadable(),
    unlock: (requester) => askUnlock(approvals, requester, siteChains.of(requester.origin)),
  });
  const pages = createPagePorts({
    ready,
    router,
    visibleTo: sites.visibleTo,
    chainOf: siteChains.of,
    onOpened: (requester) => subscriptions.isBack(documentKeyOf(requester)),
    onGone: (requester) => reactions.pageGone(requester),
  });
  const reactions = createReactions({
    setBadge: platform.setBadge,
    wakePages: platform.wakePages,
    isUnlocked: () => !isLocked(),
    beginOutgoing: outgoing.begin,
    renewDefaultWallet: () => platform.setDefaultWallet(settings.get().isDefaultWallet ?? false),
    renewOpens: () => platform.setOpens(settings.get().opens ?? 'popup'),
    publish: () => ui.publish(),
    approvals,
    approvalWindow,
    bundles,
    fills,
    settlements,
    pages,
    subscriptions,
    watch,
    portfolio,
    positions,
  });
  const ui = serveUi({
    ready,
    demandAllowed: (topic) => demandReadable(isUnreadable(), topic),
    handlers: uiHandlers({
      session,
      settings,
      care,
      startup,
      isUnreadable,
      wallets,
      passkeys,
      backup,
      clock,
      fetch,
      onSelected: () => reactions.accountSelected(),
      approvals,
      blockedSites,
      lastLook,
      inspect: {
        rpcOf,
        clock,
        networks,
        accounts: wallets.accounts,
        selected,
        permitted: sites.visibleTo,
        isPhishing: phishing.has,
        spotOf: feed.spotOf,
        isInFeed: feed.has,
        known: () => knownTo({ session, wallets, activity }),
        ...createDraftFees({ activity, rpcOf }),
      },
      feed,
      fills,
      own: createOwnTransactions({ transactions, random }),
      replacements: createReplacements({ activity, transactions, random }),
      activity,
      client,
      rpcOf,
      account: selected,
      canSign: signer.canSign,
      tokens: () => [...TOKENS, ...watchedTokens.all()],
      names,
      phishing,
      sites,
      siteChains,
      isKnownChain,
      networks,
      watchedTokens,
      checkEndpoints: checkNetwork,
      positions,
      positionActions: createPositionActions({ transactions, random }),
      portfolio,
      tenant: () => session.device()?.tenant,
      setOriginAt: (vaultUrl, origin) => platform.setVaultOrigin({ vaultUrl, origin }),
      setDefaultWallet: platform.setDefaultWallet,
      expiryNotices,
      setLanguage: platform.setLanguage,
      setOpens: platform.setOpens,
      market,
      checks,
      listing,
      savedFilters,
      onServices: session.renewOrigin,
    }),
    snapshot: () =>
      takeSnapshot({
        session,
        wallets,
        passkeys,
        settings,
        approvals,
        ceremonies,
        activity,
        fills,
        sites,
        siteChains,
        networks,
        watchedTokens,
        savedFilters,
        blockedSites,
        phishing,
        portfolio: portfolio.last,
        warnings: () => [
          outgoing.problem(),
          originProbe.problem(),
          pending.problem(),
          copyWarning(session.serverFault()),
        ],
      }),
  });

  const onScreen = createScreenLock({
    ready,
    isOn: () => settings.get().locksWithScreen ?? false,
    isUnlocked: () => !isLocked(),
    lock: session.lock,
  });

  return {
    ready,
    ui,
    pages,
    ceremonies,
    approvals,
    watch,
    onScreen,
    ringExpiry: () => ready.then(expiryNotices.ring),
    opens: () => settings.get().opens ?? 'popup',
  };
}
