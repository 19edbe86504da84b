import { createAlertParts } from './alerts/index.ts';
import { createAllowanceParts } from './allowances/index.ts';
import { createExplanations } from './approvals/explain/index.ts';
import { createApprovalParts } from './approvals/index.ts';
import { EXPIRY_ALARM } from './approvals/queue.ts';
import { createWalletActions } from './approvals/sending/commands.ts';
import { createSendingParts } from './approvals/sending/index.ts';
import { readAccountUses } from './chain/account-uses.ts';
import { failureOf } from './chain/failures.ts';
import { createChain } from './chain/index.ts';
import { WATCH_ALARM } from './chain/watch.ts';
import { onFirstUse, runFeatures } from './kernel/feature.ts';
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
import { createRpcParts, createSubscriptionParts } from './rpc/index.ts';
import { createSettingsParts } from './settings/index.ts';
import { ALL_KEYS, GONE_KEYS, readAtStart, STORED_KEYS } from './stored-keys.ts';
import { createAccess } from './vault/access.ts';
import { createVaultCommands } from './vault/commands.ts';
import { createScreenLock } from './vault/open/screen-lock.ts';
import { createVaultParts } from './vault/parts.ts';

/** Milliseconds after the start until the features continue the former worker's tasks. */
const FEATURES_MS = 500;
/**
 * Milliseconds after the start until the browser's rules are set. The first answer comes earlier.
 */
const RULES_MS = 50;

/**
 * The composition root. Creates the core, which answers a site's first requests, in order: kernel,
 * vault, chain, approvals, sending, procedures, methods for sites. The features follow after the
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
    onForget: () => events.emit('ownerForgotten'),
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
  const subscriptions = createSubscriptionParts(core);
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
        subscriptions.load(),
      ]),
    resume: session.resume,
    loadLarge: activity.load,
    refuse: session.refuse,
    started: () => events.emit('started'),
  });
  const start = startup.begin();
  // Prevents an unhandled rejection. Calls that wait for a failed start reject with its error.
  start.answering.catch(() => undefined);
  const ready = start.whole.finally(kernel.endReadAhead);
  const rpc = createRpcParts(core, { subscriptions, answering: start.answering, ready });
  const features = onFirstUse(() => createFeatures(core, ready, startup.run));
  const reactions = createReactions({
    ...platform,
    ...core,
    ...rpc,
    subscriptions,
    beginOutgoing: outgoing.begin,
    renewDefaultWallet: defaultWallet.renew,
    renewOpens: () => platform.setOpens(settings.get().opens ?? 'popup'),
    publish: () => events.emit('changed'),
    isMoreToCome: () => features.made()?.isMoreToAsk() ?? false,
  });
  events.on(reactions);
  events.on({
    changed: () => features.made()?.ui.publish(),
    vaultChanged: () => features.made()?.lockChanged(),
    // The explanation of requests loads while the window opens.
    windowShown: () => void features.get(),
    windowClosed: () => void ready.then(() => core.approvals.endAll('window closed')),
    settled: (entry) => void features.get().settled(entry),
  });
  void ready.then(() => {
    setTimeout(() => {
      if (!core.isUnreadable()) void outgoing.begin();
    }, RULES_MS);
    setTimeout(features.get, FEATURES_MS);
  });

  return {
    ready,
    ui: { accept: (port: RuntimePort) => features.get().ui.accept(port) },
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
    async ring(name: string): Promise<void> {
      if (name === EXPIRY_ALARM) await ready.then(core.approvals.expire);
      else if (name === WATCH_ALARM) await ready.then(core.watch.start);
      // Other alarms, such as that of the subscriptions, only wake the worker.
      else await features.get().ring(name);
    },
    async openNotice(id: string): Promise<void> {
      const page = await features.get().pageOf(id);
      if (page !== undefined) await platform.openPage(page);
    },
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

/**
 * Creates the features in order, so that each feature can use the features before it.
 * @param coreReady resolves when the core's stored data is loaded
 * @param startAgain loads the core again after stored data was deleted
 */
function createFeatures(core: Core, coreReady: Promise<void>, startAgain: () => Promise<void>) {
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
  const running = runFeatures([positions, orders, quotations, alerts, explained, settings], {
    ...core,
    ready: coreReady,
  });
  const vault = createVaultCommands(core, {
    startup: { run: () => startAgain().then(running.load) },
    readUses: (addresses) => readAccountUses(core.client, addresses),
  });
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
    // The lock screen shows no data of the features.
    shown: coreReady.then(() =>
      core.session.state().status === 'locked' ? undefined : running.ready,
    ),
    ready: running.ready,
  });
  return { ...running, ui, isMoreToAsk: orders.isMoreToAsk };
}
