import type { TransactionRecord } from '../../shared/activity/record.ts';
import type { Network } from '../../shared/chain/network.ts';
import { createAlertParts } from './alerts/index.ts';
import { createAllowanceParts } from './allowances/index.ts';
import { createExplanations } from './approvals/explain/index.ts';
import { createApprovalParts } from './approvals/index.ts';
import { EXPIRY_ALARM } from './approvals/queue.ts';
import { createWalletActions } from './approvals/sending/commands.ts';
import { createSendingParts } from './approvals/sending/index.ts';
import { readAccountUses } from './chain/account-uses.ts';
import { checkEndpoints } from './chain/check-network.ts';
import { failureOf } from './chain/failures.ts';
import { createChain } from './chain/index.ts';
import { WATCH_ALARM } from './chain/watch.ts';
import type { Feature } from './kernel/feature.ts';
import { createKernel } from './kernel/index.ts';
import { createStartup } from './kernel/startup.ts';
import { stored } from './kernel/stored.ts';
import { createWelcome } from './kernel/welcome.ts';
import { createMaker } from './maker/index.ts';
import { createMarket, createOrders } from './orders/index.ts';
import { runningError } from './orders/ticket-error.ts';
import { createPages } from './pages/index.ts';
import type { GrantedAccess } from './platform/default-wallet.ts';
import type { Platform } from './platform/platform.ts';
import type { RuntimePort } from './platform/ports.ts';
import { createPositionParts } from './positions/index.ts';
import { type Core, createProcedureParts } from './procedures/index.ts';
import { createQuotationParts } from './quotations/index.ts';
import { createReactions } from './reactions.ts';
import { createRpcParts } from './rpc/index.ts';
import { createSettingsParts } from './settings/index.ts';
import { ALL_KEYS, GONE_KEYS, readAtStart, STORED_KEYS } from './stored-keys.ts';
import { createAccess } from './vault/access.ts';
import { createVaultCommands } from './vault/commands.ts';
import { createScreenLock } from './vault/open/screen-lock.ts';
import { createVaultParts } from './vault/parts.ts';

/** Milliseconds after which the features are created, to continue the work of the former worker. */
const FEATURES_MS = 500;
/** The browser's rules are set soon after a site has its first answer. */
const RULES_MS = 50;

/**
 * The composition root. Creates the core, which answers a site's first requests, in order: kernel,
 * vault, chain, approvals, sending, procedures, the methods of sites. The features follow after the
 * first answer, or as soon as one of them is needed.
 */
export function compose(platform: Platform) {
  const kernel = createKernel(platform, readAtStart);
  const { activity, areas, defaultWallet, events, outgoing, settings } = kernel;
  const vault = createVaultParts({
    platform,
    areas,
    keys: ALL_KEYS,
    settings,
    failureOf,
    onChange: () => events.emit('changed'),
    onVaultChange: () => events.emit('vaultChanged'),
    onLock: () => events.emit('locked'),
  });
  const { session } = vault;
  const access = createAccess({ ...kernel, ...vault });
  const chain = createChain({ ...kernel, ...vault });
  const approving = createApprovalParts({ ...kernel, ...chain });
  const sending = createSendingParts({ ...kernel, ...vault, ...chain, ...approving });
  const below = { ...kernel, ...vault, ...access, ...chain, ...approving, ...sending };
  const core: Core = {
    ...below,
    ...createProcedureParts(below, { failureOf, refusal: runningError }),
  };
  const startup = createStartup({
    storedRecovery: vault.storedRecovery,
    finishForgetting: vault.forgetOwner.finish,
    load: () =>
      Promise.all([
        kernel.loadSmall(),
        core.sites.load(),
        core.approvals.restore(),
        core.ledger.restore(),
        core.bundles.load(),
        rpc.subscriptions.load(),
      ]),
    resume: session.resume,
    loadLarge: activity.load,
    refuse: session.refuse,
    started: () => events.emit('started'),
  });
  const start = startup.begin();
  // A failed start rejects the calls that wait for it. Without calls there is nothing to report.
  start.answering.catch(() => undefined);
  const ready = start.whole.finally(kernel.endReadAhead);
  const rpc = createRpcParts(core, {
    answering: start.answering,
    ready,
    async checkEndpoints(network: Network): Promise<string[]> {
      // The browser allows an address on trial only after its rules match the wallet's.
      await features().ready;
      return checkEndpoints({ fetch: platform.fetch, outgoing }, network);
    },
  });
  const reactions = createReactions({
    ...platform,
    ...core,
    ...rpc,
    beginOutgoing: outgoing.begin,
    renewDefaultWallet: defaultWallet.renew,
    renewOpens: () => platform.setOpens(settings.get().opens ?? 'popup'),
    publish: () => events.emit('changed'),
    settled: (entry) => void features().settled(entry),
    isMoreToCome: () => made?.isMoreToAsk() ?? false,
  });
  let made: ReturnType<typeof createFeatures> | undefined;
  const features = () => {
    made ??= createFeatures(core, { ready, startup, onLoaded: reactions.renewBrowser });
    return made;
  };
  events.on(reactions);
  events.on({
    changed: () => made?.ui.publish(),
    vaultChanged: () => made?.lockChanged(),
    // The explanation of requests loads while the window opens.
    windowShown: () => void features(),
    windowClosed: () => void ready.then(() => core.approvals.endAll('window closed')),
  });
  void ready.then(() => {
    setTimeout(() => {
      if (!core.isUnreadable()) void outgoing.begin();
    }, RULES_MS);
    setTimeout(features, FEATURES_MS);
  });

  return {
    ready,
    ui: { accept: (port: RuntimePort) => features().ui.accept(port) },
    pages: rpc.pages,
    ceremonies: vault.ceremonies,
    approvals: core.approvals,
    watch: core.watch,
    onScreen: createScreenLock({
      ready,
      isOn: () => settings.get().locksWithScreen ?? false,
      isUnlocked: core.isUnlocked,
      lock: session.lock,
    }),
    /** Handles an alarm of the browser. */
    async ring(name: string): Promise<void> {
      if (name === EXPIRY_ALARM) await ready.then(core.approvals.expire);
      else if (name === WATCH_ALARM) await ready.then(core.watch.start);
      // Other alarms, such as the subscriptions' one, only wake the worker.
      else await features().ring(name);
    },
    openNotice: async (id: string) => features().openNotice(id),
    opens: () => settings.get().opens ?? 'popup',
    welcome: createWelcome({
      ready,
      welcomed: stored(areas, STORED_KEYS.welcomed),
      isEmpty: () => session.state().status === 'empty',
      openPage: platform.openWelcome,
    }),
    /** Removes data that earlier versions stored and this version doesn't read. */
    async dropGone(): Promise<void> {
      await Promise.all(GONE_KEYS.map((name) => areas.local.remove(name)));
    },
    renewDefaultWallet: () => ready.then(defaultWallet.renew),
    accessGranted: (granted: GrantedAccess) =>
      ready.then(() => kernel.awaitedAccess.granted(granted)),
  };
}

/** Creates the features in order, each with those before it. */
function createFeatures(
  core: Core,
  deps: {
    ready: Promise<void>;
    startup: { run: () => Promise<void> };
    /** Called when the stored data of the features is loaded, or can't be. */
    onLoaded: () => void;
  },
) {
  const startup = {
    async run() {
      await deps.startup.run();
      await load();
    },
  };
  const forgetOwner = {
    ...core.forgetOwner,
    begin() {
      core.procedures.forget();
      return core.forgetOwner.begin();
    },
  };
  const vault = createVaultCommands(
    { ...core, forgetOwner },
    {
      startup,
      readUses: (addresses) => readAccountUses(core.client, addresses),
    },
  );
  const wallet = createWalletActions(core);
  const market = createMarket(core);
  const positions = createPositionParts(core, market);
  const orders = createOrders(core, market, positions.positions);
  const quotations = createQuotationParts(core, market, positions);
  const maker = createMaker(core, market);
  const allowances = createAllowanceParts(core, market);
  const alerts = createAlertParts(core, market, positions);
  const explained = createExplanations(core, market, positions);
  const settings = createSettingsParts(core, positions);
  const all: readonly Feature[] = [positions, orders, quotations, alerts, explained, settings];

  async function load(): Promise<void> {
    // Unreadable data is neither used nor overwritten.
    if (core.isUnreadable()) return;
    try {
      await Promise.all(all.map((feature) => feature.load?.()));
      for (const feature of all) feature.resume?.();
      ui.publish();
    } finally {
      deps.onLoaded();
    }
  }
  const ready = deps.ready.then(load);
  // A failed load rejects the calls that wait for it. Without calls there is nothing to report.
  ready.catch(() => undefined);
  const ui = createPages(core, {
    handlers: {
      ...vault.commands,
      ...wallet.commands,
      ...positions.commands,
      ...orders.commands,
      ...quotations.commands,
      ...maker.commands,
      ...allowances.commands,
      ...alerts.commands,
      ...explained.commands,
      ...settings.commands,
    },
    topics: { ...orders.topics, ...explained.topics },
    view: () => ({
      ...vault.view(),
      ...wallet.view(),
      ...positions.view(),
      ...orders.view(),
      ...alerts.view(),
      ...explained.view(),
      ...settings.view(),
    }),
    // The lock screen shows nothing of the features.
    shown: deps.ready.then(() => (core.session.state().status === 'locked' ? undefined : ready)),
    ready,
  });
  return {
    ui,
    /** Resolves when all stored data is loaded. */
    ready,
    isMoreToAsk: orders.isMoreToAsk,
    async ring(alarm: string): Promise<void> {
      await ready;
      await Promise.all(all.map((feature) => feature.alarms?.[alarm]?.()));
    },
    lockChanged: () =>
      void ready
        .then(() => Promise.all(all.map((feature) => feature.lockChanged?.())))
        .catch(() => undefined),
    /** Opens the page that a notification is about. */
    async openNotice(id: string): Promise<void> {
      await ready;
      const page = all.map((feature) => feature.pageOf?.(id)).find((found) => found !== undefined);
      if (page !== undefined) await core.platform.openPage(page);
    },
    async settled(entry: TransactionRecord): Promise<void> {
      await ready;
      for (const feature of all) feature.settled?.(entry);
    },
  };
}
