import type { Network } from '../../shared/approvals/types.ts';
import { CHAIN_ID, TOKENS } from '../../shared/chain/deployments.ts';
import type { Clock, Fetch, Random } from '../../shared/ports.ts';
import type { Aead } from '../../shared/vault/payload-cipher.ts';
import { approvalHandlers } from './api/approvals.ts';
import { copyWarning, uiFailure } from './api/failures.ts';
import { nameHandlers } from './api/names.ts';
import { networkHandlers } from './api/networks.ts';
import { orderHandlers } from './api/orders.ts';
import { positionHandlers } from './api/positions.ts';
import { safetyHandlers } from './api/safety.ts';
import { serveUi } from './api/serve.ts';
import { settingsHandlers } from './api/settings.ts';
import { siteHandlers } from './api/sites.ts';
import { demandReadable, storedHandlers } from './api/stored.ts';
import { transactionHandlers } from './api/transactions.ts';
import { vaultHandlers } from './api/vault.ts';
import { walletHandlers } from './api/wallets.ts';
import { createApprovals } from './approvals/approvals.ts';
import { createBundles } from './approvals/bundles.ts';
import { createDraftFees } from './approvals/draft-fees.ts';
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
import { createOrdersFeed } from './orders/feed.ts';
import type { Alarms } from './platform/alarms.ts';
import { systemWait } from './platform/clock.ts';
import type { Windows } from './platform/windows.ts';
import { createIndexerClient } from './positions/indexer-client.ts';
import { createPortfolioCache } from './positions/portfolio-cache.ts';
import { createPositions } from './positions/refresh.ts';
import { createReactions } from './reactions.ts';
import { askUnlock } from './rpc/ask-unlock.ts';
import { methodTable } from './rpc/method-table.ts';
import { createPagePorts } from './rpc/page-ports.ts';
import { createRouter } from './rpc/router.ts';
import { createSubscriptions } from './rpc/subscriptions.ts';
import { createSigner } from './signer/signer.ts';
import { createActivityLog } from './state/activity.ts';
import { createBlockedSites } from './state/blocked-sites.ts';
import { knownTo } from './state/known-addresses.ts';
import { createNetworks } from './state/networks.ts';
import { createOutgoing } from './state/outgoing.ts';
import { createSettings } from './state/settings.ts';
import { createSiteChains } from './state/site-chains.ts';
import { createSites } from './state/sites.ts';
import { orderedAccounts, selectedAccount, takeSnapshot } from './state/snapshot.ts';
import { createStartup } from './state/startup.ts';
import { type Areas, stored } from './state/stored.ts';
import { createStoredCare } from './state/stored-care.ts';
import { STORED_KEYS } from './state/stored-keys.ts';
import { createWatchedTokens } from './state/watched-tokens.ts';
import { createAutoLock } from './vault/auto-lock.ts';
import { createBackup } from './vault/backup.ts';
import { createCeremonies } from './vault/ceremonies.ts';
import { createVaultClient } from './vault/client.ts';
import { createOriginProbe } from './vault/origin-probe.ts';
import { createPasskeys } from './vault/passkeys.ts';
import { createPendingSaves } from './vault/pending-save.ts';
import { createScreenLock } from './vault/screen-lock.ts';
import { createVaultSession } from './vault/session.ts';
import { createWallets } from './vault/wallets.ts';

export interface Platform {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly aead: Aead;
  readonly areas: Areas;
  readonly windows: Windows;
  readonly alarms: Alarms;
  readonly deviceName: string;
  readonly keepAlive: () => void;
  readonly setVaultOrigin: (rule: { vaultUrl: string; origin: string }) => Promise<void>;
  /** The browser blocks requests of the extension to any other origin. */
  readonly setOutgoing: (origins: readonly string[]) => Promise<void>;
  readonly setBadge: (text: string) => void;
  /** Has bridges whose worker died connect again, to hear what has changed. */
  readonly wakePages: () => Promise<void>;
  /** Opens the wallet's activity list in a window of its own. */
  readonly showActivity: () => Promise<void>;
  /** Our provider in place of another wallet's, in every page. */
  readonly setDefaultWallet: (isOn: boolean) => Promise<void>;
  /** The English words of BIP-39, one a line. */
  readonly loadWords: () => Promise<string>;
  /** The bundled list of phishing sites, unparsed. */
  readonly loadPhishingList: () => Promise<unknown>;
}

/** The composition root: creates every part and connects it. No logic of its own. */
export function compose(platform: Platform) {
  const { fetch, clock, random, areas, windows } = platform;
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
  const sentenceOf = (error: unknown) => uiFailure(error).message;
  const ceremonies = createCeremonies({
    windows,
    random,
    sentenceOf,
    onChange: () => ui.publish(),
  });
  const autoLock = createAutoLock({
    alarms: platform.alarms,
    clock,
    keepAlive: platform.keepAlive,
    onDeadline: () => void session.lock(),
  });
  const vaultClient = createVaultClient({ fetch, baseUrl: () => settings.services().vaultUrl });
  const originProbe = createOriginProbe({
    client: vaultClient,
    seen: stored(areas, STORED_KEYS.originProbe),
    onChange: () => ui.publish(),
  });
  const pending = createPendingSaves({
    stored: stored(areas, STORED_KEYS.pendingSave),
    onChange: () => ui.publish(),
  });
  const session = createVaultSession({
    client: vaultClient,
    ceremonies,
    signer,
    autoLock,
    device: stored(areas, STORED_KEYS.vault),
    unlock: stored(areas, STORED_KEYS.unlock),
    aead: platform.aead,
    clock,
    random,
    deviceName: platform.deviceName,
    setOrigin: (origin) =>
      platform.setVaultOrigin({ vaultUrl: settings.services().vaultUrl, origin }),
    onOriginSet: () => void originProbe.run(),
    pending,
    autoLockMs: () => settings.get().autoLockMinutes * 60_000,
    onChange: () => reactions.vaultChanged(),
    onLock: () => reactions.locked(),
  });
  const passkeys = createPasskeys({
    session,
    client: vaultClient,
    ceremonies,
    provisional: stored(areas, STORED_KEYS.provisional),
    clock,
    random,
  });
  const backup = createBackup({
    session,
    passkeys,
    signer,
    aead: platform.aead,
    clock,
    random,
  });
  const wallets = createWallets({ session, signer, clock });
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
    pendingNonce: (id) => pendingTransaction(activity, id)?.nonce,
  });
  const signatures = createSignatures({ approvals, signer, activity, clock });
  const replacements = createReplacements({ activity, transactions, random });
  const ownTransactions = createOwnTransactions({ transactions, random });
  const bundles = createBundles({
    stored: stored(areas, STORED_KEYS.bundles),
    approvals,
    broadcast,
    activity,
    clock,
    random,
  });
  const phishing = createPhishingList({
    loadBundled: platform.loadPhishingList,
    stored: stored(areas, STORED_KEYS.phishingList),
    outgoing,
    fetch,
    clock,
    onChange: () => ui.publish(),
  });

  // Market
  const feed = createOrdersFeed({ fetch, clock, url: () => settings.services().ordersUrl });
  const positions = createPositions({
    indexer: createIndexerClient({ fetch, url: () => settings.services().indexerUrl }),
    client,
    rpc: client,
    clock,
    wait: systemWait,
    account: selected,
    spotOf: feed.spotOf,
    refreshSpot: feed.fresh,
  });

  // Edges
  const care = createStoredCare(areas);
  const startup = createStartup({
    care,
    load: () =>
      Promise.all([
        signer.prepare(),
        settings.load(),
        sites.load(),
        activity.load(),
        portfolio.load(),
        approvals.restore(),
        ledger.restore(),
        networks.load(),
        watchedTokens.load(),
        blockedSites.load(),
        phishing.load(),
        siteChains.load(),
        bundles.load(),
      ]),
    resume: session.resume,
    refuse: session.refuse,
    started: () => reactions.started(),
  });
  const ready = startup.run();
  const isLocked = () => session.state().status !== 'unlocked';
  const isUnreadable = () => session.state().status === 'unreadable';
  const subscriptions = createSubscriptions({
    rpcOf,
    random,
    keepAlive: platform.keepAlive,
    tell: (documentKey, id, result) => pages.tellSubscription(documentKey, id, result),
  });
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
    onGone: (requester) => reactions.pageGone(requester),
  });
  const reactions = createReactions({
    setBadge: platform.setBadge,
    wakePages: platform.wakePages,
    isUnlocked: () => !isLocked(),
    beginOutgoing: outgoing.begin,
    renewDefaultWallet: () => platform.setDefaultWallet(settings.get().isDefaultWallet ?? false),
    publish: () => ui.publish(),
    approvals,
    approvalWindow,
    bundles,
    pages,
    subscriptions,
    watch,
    portfolio,
    positions,
  });
  const ui = serveUi({
    ready,
    demandAllowed: (topic) => demandReadable(isUnreadable(), topic),
    handlers: {
      ...vaultHandlers({ session, settings }),
      ...storedHandlers({ care, startup, isUnreadable }),
      ...walletHandlers({
        wallets,
        passkeys,
        backup,
        settings,
        clock,
        onSelected: () => reactions.accountSelected(),
      }),
      ...approvalHandlers({
        approvals,
        blockedSites,
        inspect: {
          client,
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
        refreshFeed: feed.fresh,
      }),
      ...transactionHandlers({
        own: ownTransactions,
        replacements,
        activity,
        rpcOf,
        account: selected,
        tokens: () => [...TOKENS, ...watchedTokens.all()],
      }),
      ...nameHandlers({ names }),
      ...safetyHandlers({ blockedSites, phishing }),
      ...siteHandlers({ sites, siteChains, isKnownChain }),
      ...networkHandlers({ networks, siteChains, watchedTokens, checkEndpoints: checkNetwork }),
      ...orderHandlers({
        feed,
        client,
        transactions,
        settings,
        clock,
        random,
        wait: systemWait,
        account: selected,
      }),
      ...positionHandlers({ positions }),
      ...settingsHandlers({
        settings,
        portfolio,
        fetch,
        tenant: () => session.device()?.tenant,
        setOriginAt: (vaultUrl, origin) => platform.setVaultOrigin({ vaultUrl, origin }),
        setDefaultWallet: platform.setDefaultWallet,
        onServices: session.renewOrigin,
      }),
    },
    snapshot: () =>
      takeSnapshot({
        session,
        wallets,
        passkeys,
        settings,
        approvals,
        ceremonies,
        activity,
        sites,
        siteChains,
        networks,
        watchedTokens,
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

  return { ui, pages, ceremonies, approvals, watch, onScreen };
}
