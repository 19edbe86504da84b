import type { Address, Hex } from 'viem';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { isBetweenSteps } from '../../../shared/messages/ticket.ts';
import { secondsOf } from '../../../shared/units.ts';
import { failureOf } from '../chain/failures.ts';
import { isUnknown } from '../chain/read-receipt.ts';
import type { Commands, Feature } from '../kernel/feature.ts';
import { stored } from '../kernel/stored.ts';
import { storedRows } from '../kernel/stored-rows.ts';
import { createOrderChecks } from '../market/checks.ts';
import { createOrdersFeed } from '../market/feed/feed.ts';
import { createSpotPrices } from '../market/spot-prices.ts';
import { systemWait } from '../platform/clock.ts';
import type { Core } from '../procedures/index.ts';
import { ensureAccount, ensureSameAccount, hasAccount } from '../vault/selected-account.ts';
import { FillRecordSchema } from './fill-schemas.ts';
import { createFills } from './fills.ts';
import { ordersKeys } from './keys.ts';
import { createLegs, LegsRowSchema } from './legs.ts';
import { createOrdersListing } from './listing.ts';
import { createOrdersTopic } from './orders-topic.ts';
import { planFill } from './plan-fill.ts';
import type { PreparedFill } from './prepare-fill.ts';
import { createRecentChecks } from './recent-checks.ts';
import { readSpotHistory } from './spot-history.ts';
import { ticketFor } from './ticket.ts';
import { createWayBack, WayBackRowSchema } from './way-back.ts';

export type Market = ReturnType<typeof createMarket>;

/**
 * Creates the parts that read the feeds' orders, the chain's facts about these orders, and prices.
 */
export function createMarket({ areas, client, platform, settings }: Core) {
  const { clock, fetch } = platform;
  const feed = createOrdersFeed({
    fetch,
    clock,
    wait: systemWait,
    urls: () => settings.services().ordersUrls,
  });
  const checks = createOrderChecks({ client, wait: systemWait });
  return {
    feed,
    checks,
    spots: createSpotPrices({
      client,
      clock,
      reported: feed.spotOf,
      refreshReported: feed.fresh,
    }),
    listing: createOrdersListing({
      feed,
      checks,
      stored: stored(areas, ordersKeys.ordersCache),
      clock,
      wait: systemWait,
      failureOf,
    }),
  };
}

/** Creates the tickets, and the fills and legs that they start. */
export function createOrders(
  core: Core,
  { checks, feed, listing }: Market,
  positions: {
    onConfirmed: (hash: string) => Promise<void>;
    isIndexed: Parameters<typeof createFills>[0]['isIndexed'];
  },
) {
  const { areas, batching, callParts, client, events, procedures, selected, settings } = core;
  const { clock, random } = core.platform;
  const recentChecks = createRecentChecks<PreparedFill>({ clock });
  const fills = createFills({
    ...callParts,
    reviewed: recentChecks.take,
    stored: storedRows(areas, ordersKeys.fills, FillRecordSchema),
    feed,
    index: positions.onConfirmed,
    isIndexed: positions.isIndexed,
    joined: async (account, calls) => {
      const drafts = calls.map((call) => ({ value: '0x0', ...call }));
      const whole = await batching.transactionOf({ account, chainId: CHAIN_ID, calls: drafts });
      return whole?.to === undefined
        ? undefined
        : { ...whole, to: whole.to as Address, data: whole.data as Hex };
    },
    onChange: () => events.emit('fillsChanged'),
  });
  const wayBack = createWayBack({
    ...callParts,
    stored: storedRows(areas, ordersKeys.waysBack, WayBackRowSchema),
    onBack: fills.changedBack,
  });
  const referrer = () => settings.services().referrer as Address;
  const legs = createLegs({
    ...{ procedures, fills, listing, clock, random },
    isUnknown: (hash) => isUnknown(client, hash),
    stored: storedRows(areas, ordersKeys.legs, LegsRowSchema),
    referrer,
  });
  events.on({ fillsChanged: legs.onFillsChanged });
  const live = createOrdersTopic({ listing, feed, clock, wait: systemWait });
  const ensureSeen = (seen: string) => ensureSameAccount(selected(), seen);
  /**
   * Returns the rows of the open vault. The rows of this device's other vaults are listed while
   * those vaults are open.
   */
  const ofOwner = <Row extends { readonly account: string }>(rows: readonly Row[]) =>
    rows.filter(({ account }) => hasAccount(core.wallets, account));
  const commands: Commands<'orders' | 'fills' | 'funds' | 'legs' | 'procedures'> = {
    'orders.refresh': live.refresh,
    'orders.spotHistory': ({ asset }) => readSpotHistory(client, asset),
    async 'orders.ticket'({ digest, withChain }) {
      const hasVault = core.session.state().status !== 'empty';
      const account = hasVault ? ensureAccount(selected()) : undefined;
      return ticketFor({
        feed,
        client,
        checks,
        account,
        digest,
        withChain,
        referrer: referrer(),
        canSign: account !== undefined && core.signer.canSign(account),
        ...(account && { atomicStatus: () => batching.statusOf(account, CHAIN_ID) }),
        now: secondsOf(clock.now()),
      });
    },
    'fills.plan': async ({ digest, contracts: count, account }) =>
      planFill({
        feed,
        client,
        now: () => secondsOf(clock.now()),
        account: ensureSeen(account),
        digest,
        wanted: count,
        referrer: referrer(),
        share: recentChecks.keep,
      }),
    async 'fills.start'({ digest, contracts: wanted, agreedPrice: agreed, account: seen }) {
      const account = ensureSeen(seen);
      const start = { digest, account, wanted, agreed, referrer: referrer() };
      return { id: await fills.start(start) };
    },
    'fills.accept': ({ id, digest }) => fills.accept(id, digest),
    'fills.prove': ({ id }) => fills.prove(id),
    'fills.revoke': ({ id }) => fills.revoke(id),
    'fills.dismiss': ({ id }) => fills.dismiss(id),
    async 'funds.back'({ account: seen, token, fill }) {
      const account = ensureSeen(seen);
      const ofFill =
        fill === undefined ? undefined : { id: fill, conversions: fills.converted(fill) };
      await wayBack.back(account, token as Address, ofFill);
    },
    'legs.begin': async ({ account, legs: wanted }) => ({
      id: await legs.begin(ensureSeen(account), wanted),
    }),
    'procedures.goOn': ({ id }) => procedures.goOn(id),
    async 'procedures.stop'({ id }) {
      await core.rejectPrompt(id);
      // A fill stays listed while it has left money or allowances behind.
      if (fills.find(id) === undefined || fills.interruptionOf(id) !== undefined)
        await procedures.stop(id);
    },
  };
  return {
    fills,
    /** Returns true when a fill will soon ask for its second confirmation. */
    isMoreToAsk: () =>
      ofOwner(fills.view()).some((one) => one.interrupted === undefined && isBetweenSteps(one)),
    commands,
    topics: { orders: live.watch },
    view: () =>
      core.isUnlocked()
        ? { fills: ofOwner(fills.view()), procedures: ofOwner(procedures.views()) }
        : { fills: fills.view() },
    load: procedures.load,
    resume() {
      procedures.resume();
      legs.onFillsChanged();
      // The former worker may have ended between a transaction's end and its fill.
      void fills.onSettled().catch(() => undefined);
    },
    settled({ id, hash, status }) {
      void fills.onSettled(hash).catch(() => undefined);
      // A followed fill notifies the positions itself.
      if (status === 'confirmed' && !fills.follows(id))
        void positions.onConfirmed(id).catch(() => undefined);
    },
  } satisfies Feature;
}
