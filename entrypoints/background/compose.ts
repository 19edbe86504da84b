import type { Network } from '../../shared/chain/network.ts';
import { failureOf } from './api/failures.ts';
import { checkEndpoints } from './chain/check-network.ts';
import { composeChain } from './compose-chain.ts';
import { composeFeatures, type Features } from './compose-features.ts';
import { composePages } from './compose-pages.ts';
import { composeRequests } from './compose-requests.ts';
import { composeStorage } from './compose-storage.ts';
import type { GrantedAccess } from './platform/default-wallet.ts';
import type { Platform } from './platform/platform.ts';
import type { RuntimePort } from './platform/ports.ts';
import { createReactions } from './reactions.ts';
import { createReadAhead } from './state/read-ahead.ts';
import type { Settings } from './state/settings.ts';
import { createSites } from './state/sites.ts';
import { createStartup } from './state/startup.ts';
import { type Areas, stored } from './state/stored.ts';
import { createWelcome } from './state/welcome.ts';
import { ALL_KEYS, GONE_KEYS, readAtStart, STORED_KEYS } from './stored-keys.ts';
import { createScreenLock } from './vault/open/screen-lock.ts';
import type { VaultState } from './vault/open/vault-state.ts';
import { createVaultParts, type VaultParts } from './vault/parts.ts';
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
  let madeFeatures: Features | undefined;
  const publish = () => madeFeatures?.ui.publish();
  const { areas, end: endReadAhead } = createReadAhead(platform.areas, readAtStart);
  const storage = composeStorage({
    platform,
    areas,
    onChange: publish,
    onSiteChain: (origin) => reactions.siteChainChanged(origin),
  });
  const { defaultWallet, outgoing, settings } = storage;
  const vault = createVaultParts({
    platform,
    areas,
    keys: ALL_KEYS,
    settings,
    failureOf,
    onChange: publish,
    onVaultChange() {
      reactions.vaultChanged();
      madeFeatures?.vaultChanged();
    },
    onLock: () => reactions.locked(),
  });
  const { session, signer } = vault;
  const access = composeAccess({
    platform,
    areas,
    settings,
    vault,
    onChange: (origin) => reactions.siteAccountsChanged(origin),
  });
  const chain = composeChain({
    ...storage,
    platform,
    signer,
    onReplaced: () => reactions.chainReplaced(),
    onSettled: (entry) => reactions.settled(entry),
  });
  const requests = composeRequests({
    ...storage,
    ...chain,
    platform,
    areas,
    signer,
    recheck: () => features().recheck,
    // That part loads while the window opens.
    onShown: () => void features(),
    onClosedByUser: () => void ready.then(() => requests.approvals.endAll('window closed')),
    onChange: () => reactions.approvalsChanged(),
    onProcedure: () => reactions.fillsChanged(),
    failureOf,
  });
  const startup = createStartup({
    storedRecovery: vault.storedRecovery,
    finishForgetting: vault.forgetOwner.finish,
    load: () =>
      Promise.all([
        storage.loadSmall(),
        access.sites.load(),
        requests.approvals.restore(),
        requests.ledger.restore(),
        requests.bundles.load(),
        ports.subscriptions.load(),
      ]),
    resume: session.resume,
    loadLarge: storage.activity.load,
    refuse: session.refuse,
    started: () => reactions.started(),
  });
  const start = startup.begin();
  // A failed start rejects the calls that wait for it. Without calls there is nothing to report.
  start.answering.catch(() => undefined);
  const ready = start.whole.finally(endReadAhead);
  const core = {
    ...storage,
    ...vault,
    ...chain,
    ...requests,
    ...access,
    platform,
    areas,
    startup,
    ready,
    async checkEndpoints(network: Network): Promise<string[]> {
      // The browser allows an address on trial only after its rules match the wallet's.
      await features().ready;
      return checkEndpoints({ fetch: platform.fetch, outgoing }, network);
    },
  };
  const ports = composePages({
    ...core,
    answering: start.answering,
    onGone: (requester) => reactions.pageGone(requester),
  });
  const reactions = createReactions({
    ...platform,
    ...core,
    ...ports,
    beginOutgoing: outgoing.begin,
    renewDefaultWallet: defaultWallet.renew,
    renewOpens: () => platform.setOpens(settings.get().opens ?? 'popup'),
    publish,
    settled: (entry) => void features().settled(entry),
    chainReplaced: () => madeFeatures?.chainReplaced(),
    isMoreToCome: () => madeFeatures?.isMoreToAsk() ?? false,
  });
  function features(): Features {
    madeFeatures ??= composeFeatures({
      ...core,
      onSelected: reactions.accountSelected,
      onFillsChanged: reactions.fillsChanged,
      onLoaded: reactions.renewBrowser,
    });
    return madeFeatures;
  }

  void ready.then(() => {
    setTimeout(() => {
      if (!access.isUnreadable()) void outgoing.begin();
    }, RULES_MS);
    setTimeout(features, FEATURES_MS);
  });

  return {
    ready,
    ui: {
      accept(port: RuntimePort): void {
        features().ui.accept(port);
      },
    },
    pages: ports.pages,
    ceremonies: vault.ceremonies,
    approvals: requests.approvals,
    watch: chain.watch,
    onScreen: createScreenLock({
      ready,
      isOn: () => settings.get().locksWithScreen ?? false,
      isUnlocked: access.isUnlocked,
      lock: session.lock,
    }),
    ringExpiry: async () => features().ringExpiry(),
    ringPhishing: async () => features().ringPhishing(),
    ringAlerts: async () => features().ringAlerts(),
    ringQuotations: async () => features().ringQuotations(),
    ringSettlement: async () => features().ringSettlement(),
    openNotice: async (id: string) => features().openNotice(id),
    opens: () => settings.get().opens ?? 'popup',
    welcome: createWelcome({
      ready,
      welcomed: stored(areas, STORED_KEYS.welcomed),
      isEmpty: () => session.state().status === 'empty',
      openPage: platform.openWelcome,
    }),
    /** Removes what former versions stored and this one doesn't read. */
    async dropGone(): Promise<void> {
      await Promise.all(GONE_KEYS.map((name) => areas.local.remove(name)));
    },
    renewDefaultWallet: () => ready.then(defaultWallet.renew),
    accessGranted: (access: GrantedAccess) =>
      ready.then(() => storage.awaitedAccess.granted(access)),
  };
}

/** Creates what decides which accounts a site sees. */
function composeAccess(deps: {
  platform: Platform;
  areas: Areas;
  settings: Settings;
  vault: VaultParts;
  onChange: (origin: string) => void;
}) {
  const { settings } = deps;
  const { session, wallets } = deps.vault;
  // Both edges ask for every request, and reading the state enforces the auto-lock deadline.
  const is = (status: VaultState['status']) => session.state().status === status;
  return {
    isUnlocked: () => is('unlocked'),
    isLocked: () => !is('unlocked'),
    isUnreadable: () => is('unreadable'),
    selected: () => selectedAccount({ wallets, settings }),
    sites: createSites({
      stored: stored(deps.areas, STORED_KEYS.sites),
      clock: deps.platform.clock,
      accounts: () => (is('unlocked') ? orderedAccounts({ wallets, settings }) : undefined),
      keepsWhileLocked: () => is('locked'),
      onChange: deps.onChange,
    }),
  };
}
