import type { Address } from 'viem';
import { receiversIn } from '../../shared/activity/receivers.ts';
import type { TransactionRecord } from '../../shared/activity/record.ts';
import { PHISHING_LIST_URL } from '../../shared/approvals/phishing-list.ts';
import { CHAIN_ID, TOKENS } from '../../shared/chain/deployments.ts';
import { knownAddresses } from '../../shared/chain/receiver.ts';
import { PORTFOLIO } from '../../shared/messages/portfolio.ts';
import { sentForm } from '../../shared/messages/snapshot-form.ts';
import { isBetweenSteps } from '../../shared/messages/ticket.ts';
import { createAllowances } from './allowances/allowances.ts';
import { uiHandlers } from './api/handlers.ts';
import { createLockScreen } from './api/lock-screen.ts';
import { serveUi } from './api/serve.ts';
import { takeSnapshot } from './api/snapshot.ts';
import { ensureReadable } from './api/stored.ts';
import { createRecheck } from './approvals/recheck.ts';
import { createNames } from './chain/names.ts';
import { composeAlerts } from './compose-alerts.ts';
import { composeMarket, type MarketParts } from './compose-market.ts';
import type { Core } from './core.ts';
import { createOptionDelivery } from './meaning/option-delivery.ts';
import { createPhishingList } from './meaning/phishing.ts';
import { createWeeklyRefresh } from './meaning/phishing-weekly.ts';
import { createModelValue } from './orders/model-value.ts';
import { systemWait } from './platform/clock.ts';
import { createPositionActions } from './positions/act.ts';
import { createPortfolioCache } from './positions/portfolio-cache.ts';
import { createCodeChanges, lostForeignCode } from './sending/code-changes.ts';
import { createDraftFees } from './sending/draft-fees.ts';
import { createOwnTransactions } from './sending/own-transactions.ts';
import { createReplacements } from './sending/replacements.ts';
import { createDeskChoices } from './state/desk-choices.ts';
import { stored, storedAs } from './state/stored.ts';
import { STORED_KEYS } from './stored-keys.ts';
import { isOnDevice } from './vault/home/home.ts';

/** Longest wait for prices when a trade is explained, in milliseconds. */
const SPOTS_MS = 1_500;

/** The features as the core uses them. */
export type Features = ReturnType<typeof composeFeatures>;

/**
 * Creates the market, the explanation of requests and everything behind the wallet's own pages: after
 * the worker's first answer, or as soon as one of them is needed.
 */
export function composeFeatures(core: Core) {
  const { platform, areas, activity, networks, watchedTokens, outgoing } = core;
  const { session, transactions, signer, rpcOf, selected } = core;
  const { fetch, clock, random } = platform;
  const { isKnownChain, isUnreadable } = core;

  const onChange = () => ui.publish();
  const deskChoices = createDeskChoices({
    stored: stored(areas, STORED_KEYS.deskChoices),
    onChange,
  });
  const names = createNames({ rpcOf, isKnownChain });
  const portfolio = createPortfolioCache({
    stored: storedAs(areas, STORED_KEYS.portfolio, PORTFOLIO),
    rpcOf,
    networks,
    watchedTokens,
    clock,
    account: selected,
    newestMined: () => activity.mark().newestMined,
    onChange,
  });
  const recheck = createRecheck({
    stored: stored(areas, STORED_KEYS.shownSimulations),
    clock,
    rpcOf,
  });
  const { phishing, weeklyRefresh } = composePhishing(core, onChange);
  const parts = composeMarket(core);
  const { expiryNotices, fills, positions, settlements } = parts;
  const alerts = composeAlerts(core, parts, onChange);
  const positionActions = createPositionActions({ transactions, random });

  async function load(): Promise<void> {
    // Unreadable data is neither used nor overwritten.
    if (isUnreadable()) return;
    try {
      await Promise.all([
        portfolio.load(),
        deskChoices.load(),
        phishing.load(),
        recheck.load(),
        parts.recentTrades.load(),
        parts.enteredCosts.load(),
        parts.closings.load(),
        parts.quotationNotices.load(),
        parts.ownRequests.load(),
        parts.givenPositions.load(),
        parts.history.load(),
        core.procedures.load(),
        expiryNotices.load(),
        parts.settlementNotices.load(),
      ]);
      // After the procedures: a fill under way needs its allowance.
      await alerts.load();
      core.procedures.resume();
      // The browser can have dropped its alarms.
      void weeklyRefresh.plan().catch(() => undefined);
      ui.publish();
    } finally {
      core.onLoaded();
    }
  }
  const ready = core.ready.then(load);
  // A failed load rejects the calls that wait for it. Without calls there is nothing to report.
  ready.catch(() => undefined);

  const snapshot = () =>
    sentForm(
      takeSnapshot({
        ...core,
        fills,
        procedures: core.procedures,
        deskChoices,
        alerts,
        phishing,
        portfolio: portfolio.last,
        lostForeignCode: (account) => lostForeignCode({ activity, clock, account }),
        warnings: () => [
          outgoing.problem(),
          core.originProbe.problem(),
          core.stages.problem(),
          core.session.problem(),
        ],
      }),
    );

  const ui = serveUi({
    // The lock screen shows nothing of the features.
    shown: core.ready.then(() => (session.state().status === 'locked' ? undefined : ready)),
    ready,
    ensureAllowed: (topic) => ensureReadable(isUnreadable(), topic),
    handlers: uiHandlers({
      ...core,
      ...parts,
      startup: {
        async run() {
          await core.startup.run();
          await load();
        },
      },
      clock,
      fetch,
      onSelected: core.onSelected,
      recheck,
      wait: systemWait,
      inspect: inspectionParts(core, parts, phishing),
      own: createOwnTransactions({ transactions, random }),
      allowances: createAllowances({
        ...core,
        ...platform,
        stored: stored(areas, STORED_KEYS.allowanceLogs),
        wait: systemWait,
        urls: networks.rpcUrls,
        accounts: core.wallets.accounts,
        spots: parts.spots,
        canSign: signer.canSign,
      }),
      codeChanges: createCodeChanges({ client: core.client, transactions, random }),
      replacements: createReplacements({ activity, transactions, random }),
      account: selected,
      canSign: signer.canSign,
      tokens: () => [...TOKENS, ...watchedTokens.all()],
      names,
      phishing,
      weeklyRefresh,
      positionActions,
      portfolio,
      tenant: () => {
        const tenant = session.device()?.tenant;
        return tenant === undefined || isOnDevice(tenant) ? undefined : tenant;
      },
      setOriginAt: (vaultUrl, origin) => platform.setVaultOrigin({ vaultUrl, origin }),
      setDefaultWallet: core.defaultWallet.set,
      awaitAccess: core.awaitedAccess.set,
      setLanguage: platform.setLanguage,
      setOpens: platform.setOpens,
      deskChoices,
      alerts,
      onServices: session.renewOrigin,
    }),
    snapshot,
    onChange: createLockScreen({
      stored: stored(areas, STORED_KEYS.lockScreen),
      isLocked: () => session.state().status === 'locked',
      snapshot,
    }),
  });
  return {
    ui,
    recheck,
    /** Resolves when all stored data is loaded. */
    ready,
    /** Returns true when a fill asks for its second confirmation soon. */
    isMoreToAsk: () => fills.view().some(isBetweenSteps),
    ringPhishing: () => ready.then(weeklyRefresh.ring),
    ringExpiry: () => ready.then(expiryNotices.ring),
    ringAlerts: () => ready.then(alerts.ring),
    ringSettlement: () => ready.then(parts.settlementNotices.ring),
    ringQuotations: () => ready.then(parts.quotationNotices.ring),
    vaultChanged: () =>
      void ready
        .then(() => Promise.all([alerts.lockChanged(), parts.settlementNotices.lockChanged()]))
        .catch(() => undefined),
    /** Opens the page that a notification is about. */
    async openNotice(id: string): Promise<void> {
      await ready;
      const page = alerts.pageOf(id) ?? parts.quotationNotices.pageOf(id);
      if (page !== undefined) await platform.openPage(page);
    },

    /** Ends waiting for transactions of an earlier chain. */
    chainReplaced: settlements.look,

    /** Refreshes balances and positions after a transaction ended. */
    async settled(entry: TransactionRecord): Promise<void> {
      await ready;
      settlements.look();
      void fills.onSettled(entry.hash).catch(() => undefined);
      if (entry.status !== 'confirmed') return;
      // A failed refresh is repeated when its page opens.
      void portfolio.refresh({ isWhole: true }).catch(() => undefined);
      if (entry.chainId === CHAIN_ID)
        void parts.quotationNotices.onConfirmed(entry.account, entry.hash).catch(() => undefined);
      if (!fills.follows(entry.id)) void positions.onConfirmed(entry.id).catch(() => undefined);
    },
  };
}

type PhishingList = ReturnType<typeof createPhishingList>;

/** The list of phishing sites, and its weekly refresh. */
function composePhishing({ platform, areas, settings, outgoing }: Core, onChange: () => void) {
  const { clock, fetch } = platform;
  const phishing = createPhishingList({
    loadBundled: platform.loadPhishingList,
    stored: stored(areas, STORED_KEYS.phishingList),
    storedAt: stored(areas, STORED_KEYS.phishingListAt),
    outgoing,
    source: () => settings.get().phishingRefresh?.source ?? PHISHING_LIST_URL,
    fetch,
    clock,
    onChange,
  });
  const weeklyRefresh = createWeeklyRefresh({
    alarms: platform.alarms,
    clock,
    triedAt: stored(areas, STORED_KEYS.phishingTriedAt),
    isOn: () => settings.get().phishingRefresh?.isWeekly ?? false,
    refreshedAt: () => phishing.view().refreshedAt,
    refresh: phishing.refresh,
  });
  return { phishing, weeklyRefresh };
}

/** The facts that requests are explained with. */
function inspectionParts(core: Core, parts: MarketParts, phishing: PhishingList) {
  const { activity, networks, rpcOf, selected, session, sites, wallets } = core;
  const { clock } = core.platform;
  return {
    rpcOf,
    clock,
    networks,
    tokenNames: core.tokenNames,
    accounts: wallets.accounts,
    selected,
    permitted: sites.visibleTo,
    isPhishing: phishing.has,
    spotOf: parts.spots.spotOf,
    refreshSpots: () => Promise.race([parts.spots.refresh(), systemWait(SPOTS_MS)]),
    isInFeed: parts.feed.has,
    recordOf: parts.indexer.option,
    modelValue: createModelValue({ ...parts, clock, wait: systemWait }),
    offerKeyOf(account: Address) {
      try {
        return core.signer.offerPublicKey(account);
      } catch {
        // Locked, or an account without a key.
        return undefined;
      }
    },
    known() {
      const state = session.state();
      return knownAddresses({
        contacts: state.status === 'unlocked' ? state.payload.contacts : [],
        accounts: wallets.accounts(),
        receivers: receiversIn(activity.all()),
      });
    },
    deliveryOf: createOptionDelivery(parts.positions),
    ...createDraftFees({ activity, rpcOf }),
  };
}
