import type { Clock, Fetch, Random } from '../../shared/ports.ts';
import type { Aead } from '../../shared/vault/payload-cipher.ts';
import { approvalHandlers } from './api/approvals.ts';
import { copyWarning, uiFailure } from './api/failures.ts';
import { orderHandlers } from './api/orders.ts';
import { positionHandlers } from './api/positions.ts';
import { serveUi } from './api/serve.ts';
import { settingsHandlers } from './api/settings.ts';
import { demandReadable, storedHandlers } from './api/stored.ts';
import { vaultHandlers } from './api/vault.ts';
import { walletHandlers } from './api/wallets.ts';
import { createApprovals } from './approvals/approvals.ts';
import { createLedger } from './approvals/ledger.ts';
import { createTransactions } from './approvals/transactions.ts';
import { createApprovalWindow } from './approvals/window.ts';
import { createBroadcast } from './chain/broadcast.ts';
import { createChainClient } from './chain/client.ts';
import { createRpc } from './chain/rpc.ts';
import { createWatch } from './chain/watch.ts';
import { createOrdersFeed } from './orders/feed.ts';
import type { Alarms } from './platform/alarms.ts';
import { systemWait } from './platform/clock.ts';
import type { Windows } from './platform/windows.ts';
import { createIndexerClient } from './positions/indexer-client.ts';
import { createPortfolioCache } from './positions/portfolio-cache.ts';
import { createPositions } from './positions/refresh.ts';
import { accountMethods } from './rpc/methods/accounts.ts';
import { chainMethods } from './rpc/methods/chain.ts';
import { eth_sendTransaction } from './rpc/methods/eth_sendTransaction.ts';
import { personal_sign } from './rpc/methods/personal_sign.ts';
import { createPagePorts } from './rpc/page-ports.ts';
import { passthroughMethods } from './rpc/passthrough.ts';
import { createRouter } from './rpc/router.ts';
import { createSigner } from './signer/signer.ts';
import { createActivityLog } from './state/activity.ts';
import { createOutgoing } from './state/outgoing.ts';
import { createSettings } from './state/settings.ts';
import { createSites } from './state/sites.ts';
import { selectedAccount, takeSnapshot } from './state/snapshot.ts';
import { createStartup } from './state/startup.ts';
import { type Areas, stored } from './state/stored.ts';
import { createStoredCare } from './state/stored-care.ts';
import { STORED_KEYS } from './state/stored-keys.ts';
import { createAutoLock } from './vault/auto-lock.ts';
import { createBackup } from './vault/backup.ts';
import { createCeremonies } from './vault/ceremonies.ts';
import { createVaultClient } from './vault/client.ts';
import { createOriginProbe } from './vault/origin-probe.ts';
import { createPasskeys } from './vault/passkeys.ts';
import { createPendingSaves } from './vault/pending-save.ts';
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
}

/** The composition root: creates every part and connects it. No logic of its own. */
export function compose(platform: Platform) {
  const { fetch, clock, random, areas, windows } = platform;
  const changed = () => {
    platform.setBadge(approvals.open().length === 0 ? '' : String(approvals.open().length));
    if (approvals.open().length === 0) void approvalWindow.close();
    ui.publish();
  };

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

  // Signer and vault
  const signer = createSigner({ random });
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
    onChange: () => {
      ui.publish();
      pages.announceAccounts();
    },
    onLock: () => void approvals.endAll('wallet locked'),
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
    accounts: () => {
      const first = selected();
      const all = wallets.accounts().map((account) => account.address);
      return first === undefined ? all : [first, ...all.filter((address) => address !== first)];
    },
    onChange: (origin) => {
      pages.announceAccounts(origin);
      ui.publish();
    },
  });

  // Chain
  const rpc = createRpc({ fetch, urls: () => settings.services().rpcUrls });
  const client = createChainClient(rpc);
  const watch = createWatch({
    rpc,
    activity,
    onConfirmed: (entry) => {
      void portfolio.refresh().catch(() => undefined);
      void positions.onConfirmed(entry.id).catch(() => undefined);
    },
  });
  const broadcast = createBroadcast({
    client,
    rpc,
    signer,
    activity,
    clock,
    onSent: () => watch.start(),
  });
  const portfolio = createPortfolioCache({
    stored: stored(areas, STORED_KEYS.portfolio),
    client,
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
    show: () => approvalWindow.show(),
    onChange: changed,
  });
  const ledger = createLedger({ stored: stored(areas, STORED_KEYS.ledger), clock });
  const transactions = createTransactions({ approvals, ledger, client, broadcast });

  // Market
  const feed = createOrdersFeed({ fetch, clock, url: () => settings.services().ordersUrl });
  const positions = createPositions({
    indexer: createIndexerClient({ fetch, url: () => settings.services().indexerUrl }),
    client,
    rpc,
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
        settings.load(),
        sites.load(),
        activity.load(),
        portfolio.load(),
        approvals.restore(),
        ledger.restore(),
      ]),
    resume: session.resume,
    refuse: session.refuse,
    started: watch.start,
  });
  const ready = startup.run();
  const router = createRouter({
    methods: [
      ...accountMethods({ approvals, sites }),
      ...chainMethods(),
      personal_sign({ approvals, signer, activity, clock }),
      eth_sendTransaction({ transactions, canSign: signer.canSign }),
      ...passthroughMethods(rpc),
    ],
    ledger,
    visibleTo: sites.visibleTo,
  });
  const pages = createPagePorts({
    ready,
    router,
    visibleTo: sites.visibleTo,
    onGone: (documentId) =>
      void approvals.endAll('page gone', (draft) => draft.requester.documentId === documentId),
  });
  const isUnreadable = () => session.state().status === 'unreadable';
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
        onSelected: () => pages.announceAccounts(),
      }),
      ...approvalHandlers({
        approvals,
        inspect: {
          client,
          rpc,
          clock,
          accounts: wallets.accounts,
          selected,
          spotOf: feed.spotOf,
          isInFeed: feed.has,
        },
        refreshFeed: feed.fresh,
      }),
      ...orderHandlers({ feed, client, transactions, settings, clock, random, account: selected }),
      ...positionHandlers({ positions }),
      ...settingsHandlers({
        settings,
        sites,
        portfolio,
        fetch,
        tenant: () => session.device()?.tenant,
        setOriginAt: (vaultUrl, origin) => platform.setVaultOrigin({ vaultUrl, origin }),
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
        portfolio: portfolio.last,
        warnings: () => [
          outgoing.problem(),
          originProbe.problem(),
          pending.problem(),
          copyWarning(session.serverFault()),
        ],
      }),
  });

  return { ui, pages, ceremonies, approvals };
}
