import type { Address, Hex } from 'viem';
import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import { PRICE_TOLERANCE_BPS } from '../../shared/orders/price-tolerance.ts';
import { usableBudget } from '../../shared/orders/unfillable.ts';
import { KNOWN_EMITTERS } from '../../shared/positions/from-logs.ts';
import { failureOf } from './api/failures.ts';
import { isUnknown } from './chain/read-receipt.ts';
import { createSettlements } from './chain/settlements.ts';
import type { Core } from './core.ts';
import { backedQuotes, createFeedMakers } from './orders/backed-quotes.ts';
import { createOrderChecks } from './orders/checks.ts';
import { createOrdersFeed } from './orders/feed.ts';
import { FillRecordSchema } from './orders/fill-schemas.ts';
import { createFills } from './orders/fills.ts';
import { createLegs, LegsRowSchema } from './orders/legs.ts';
import { createOrdersListing } from './orders/listing.ts';
import { createSpotPrices } from './orders/spot-prices.ts';
import { createWayBack, WayBackRowSchema } from './orders/way-back.ts';
import { systemWait } from './platform/clock.ts';
import { createExpiryNotices } from './positions/expiry-notices.ts';
import { createGivenPositions } from './positions/given-positions.ts';
import { createFillHistory } from './positions/history/fill-history.ts';
import { createIndexerClient } from './positions/indexer-client.ts';
import { createIndexerLayouts } from './positions/indexer-layouts.ts';
import { createLastOffers } from './positions/last-offers.ts';
import { createRecentTrades } from './positions/recent-trades.ts';
import { createPositions } from './positions/refresh.ts';
import { createRowAmounts } from './positions/row-amounts.ts';
import { rowKey } from './positions/rows.ts';
import { createSettlementNotices } from './positions/settlement-notices.ts';
import { AskRowSchema, createAsks } from './quotations/asks.ts';
import { createQuotationNotices } from './quotations/notices.ts';
import { createOneRequest } from './quotations/one-request.ts';
import { createOwnRequests } from './quotations/own-requests.ts';
import { createQuotations } from './quotations/quotations.ts';
import { createOwnTransactions } from './sending/own-transactions.ts';
import { createSentCalls } from './sending/sent-calls.ts';
import { stored } from './state/stored.ts';
import { storedRows } from './state/stored-rows.ts';
import { STORED_KEYS } from './stored-keys.ts';

/** Longest wait for the signatures of live quotes before positions are valued, in milliseconds. */
const SIGNATURES_MS = 1_000;

export type MarketParts = ReturnType<typeof composeMarket>;

/** Connects feeds, fills, positions and statistics. */
export function composeMarket(core: Core) {
  const { platform, areas, client, settings, session, signer, activity, transactions } = core;
  const { procedures } = core;
  const { clock, fetch, random } = platform;
  const expiryNotices = createExpiryNotices({
    stored: stored(areas, STORED_KEYS.expiryNotices),
    alarms: platform.alarms,
    clock,
    choice: () => settings.get().expiryNotices ?? 'off',
    hasVault: () => session.device() !== undefined,
    notify: platform.notify,
  });
  const settlementNotices = createSettlementNotices({
    stored: stored(areas, STORED_KEYS.runningPositions),
    alarms: platform.alarms,
    clock,
    isUnlocked: () => session.state().status === 'unlocked',
    areAmountsHidden: () => settings.get().areAmountsHidden === true,
    read: (account) => positions.list(account),
    notify: platform.notify,
  });
  const feed = createOrdersFeed({
    fetch,
    clock,
    wait: systemWait,
    urls: () => settings.services().ordersUrls,
  });
  const spots = createSpotPrices({
    client,
    clock,
    reported: feed.spotOf,
    refreshReported: feed.fresh,
  });
  const checks = createOrderChecks({ client, wait: systemWait });
  const listing = createOrdersListing({
    feed,
    checks,
    stored: stored(areas, STORED_KEYS.ordersCache),
    clock,
    wait: systemWait,
    failureOf,
  });
  const indexer = createIndexerClient({
    fetch,
    url: () => settings.services().indexerUrl,
    positionsUrl: () => settings.services().positionsUrl || settings.services().indexerUrl,
    layouts: createIndexerLayouts(stored(areas, STORED_KEYS.indexerLayouts)),
  });
  const recentTrades = createRecentTrades({
    stored: stored(areas, STORED_KEYS.recentTrades),
    rpc: client,
    clock,
  });
  const enteredCosts = createRowAmounts({ stored: stored(areas, STORED_KEYS.enteredCosts) });
  const closings = createRowAmounts({ stored: stored(areas, STORED_KEYS.closings) });
  const givenPositions = createGivenPositions({
    stored: stored(areas, STORED_KEYS.givenPositions),
  });
  const history = createFillHistory({
    stored: stored(areas, STORED_KEYS.fillHistory),
    client,
    fetch,
    clock,
    wait: systemWait,
    urls: () => settings.services().rpcUrls,
    account: core.selected,
    emitters: () => [...KNOWN_EMITTERS.books, ...KNOWN_EMITTERS.factories],
  });
  const lastOffers = createLastOffers({ clock });
  const positions = createPositions({
    indexer,
    history,
    client,
    trades: recentTrades,
    costs: enteredCosts,
    closings,
    given: givenPositions,
    clock,
    wait: systemWait,
    account: core.selected,
    canSign: signer.canSign,
    spots,
    quotes: () => {
      const last = feed.last();
      return last === undefined ? [] : backedQuotes(last, checks);
    },
    budgetOf: (entry) => usableBudget(entry.order, checks.makerOf(entry)),
    quoteSpotOf: checks.quoteSpotOf,
    offerOf: lastOffers.of,
    async checkQuotes() {
      const last = feed.last();
      if (last === undefined) return;
      const checking = checks.run(last).catch(() => undefined);
      await Promise.race([checking, systemWait(SIGNATURES_MS)]);
    },
    onRead(account, rows, isComplete) {
      void expiryNotices.update(account, rows, { isComplete });
      void settlementNotices.update(account, rows).catch(() => undefined);
    },
  });
  const settlements = createSettlements(activity);
  const own = createOwnTransactions({ transactions, random });
  const sentCalls = createSentCalls(activity);
  const oneRequest = createOneRequest({
    ...{ client, procedures, sentCalls },
    accounts: core.wallets.accounts,
  });
  const ownRequests = createOwnRequests({
    stored: stored(areas, STORED_KEYS.ownRequests),
    client,
  });
  const quotations = createQuotations({
    client,
    indexer,
    ownRequests,
    isKnownMaker: createFeedMakers({ last: feed.last, checks }),
    clock,
    wait: systemWait,
    signer,
    own,
    oneRequest,
    spotOf: spots.spotOf,
    onOffer: lastOffers.keep,
    onOpened: positions.onConfirmed,
    onClosed: async ({ account, option, side, units, fee, hash }) => {
      await closings.set(account, rowKey({ address: option }, side), units, fee);
      await positions.learn(option, side, account);
      await positions.onConfirmed(hash);
    },
  });
  const quotationNotices = createQuotationNotices({
    stored: stored(areas, STORED_KEYS.quotationNotices),
    alarms: platform.alarms,
    clock,
    read: (account) => quotations.read(account as Address),
    ownRequests,
    notify: platform.notify,
  });
  const sending = {
    ...{ procedures, client, transactions, random, clock },
    wait: systemWait,
    answerTo: activity.answerTo,
    settled: settlements.wait,
    isUnlocked: () => session.state().status === 'unlocked',
  };
  const fills = createFills({
    ...sending,
    stored: storedRows(areas, STORED_KEYS.fills, FillRecordSchema),
    feed,
    toleranceBps: PRICE_TOLERANCE_BPS,
    index: positions.onConfirmed,
    isIndexed: positions.isIndexed,
    joined: async (account, calls) => {
      const drafts = calls.map((call) => ({ value: '0x0', ...call }));
      const whole = await core.batching.transactionOf({
        account,
        chainId: CHAIN_ID,
        calls: drafts,
      });
      return whole?.to === undefined
        ? undefined
        : { ...whole, to: whole.to as Address, data: whole.data as Hex };
    },
    onChange: core.onFillsChanged,
  });
  const wayBack = createWayBack({
    ...sending,
    stored: storedRows(areas, STORED_KEYS.waysBack, WayBackRowSchema),
    onBack: fills.changedBack,
  });
  const asks = createAsks({
    ...sending,
    ...{ oneRequest, sentCalls },
    ...{ closing: quotations.closing, opening: quotations.opening },
    stored: storedRows(areas, STORED_KEYS.asked, AskRowSchema),
  });
  const legs = createLegs({
    ...{ procedures, fills, listing, clock, random },
    isUnknown: (hash) => isUnknown(client, hash),
    stored: storedRows(areas, STORED_KEYS.legs, LegsRowSchema),
    referrer: () => settings.services().referrer as Address,
  });
  return {
    expiryNotices,
    settlementNotices,
    feed,
    spots,
    checks,
    listing,
    indexer,
    recentTrades,
    enteredCosts,
    closings,
    givenPositions,
    history,
    positions,
    settlements,
    fills,
    wayBack,
    legs,
    asks,
    quotations,
    ownRequests,
    quotationNotices,
  };
}
