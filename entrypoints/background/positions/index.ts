import type { Address } from 'viem';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import { usableBudget } from '../../../shared/orders/unfillable.ts';
import { KNOWN_EMITTERS } from '../../../shared/positions/from-logs.ts';
import type { Side } from '../../../shared/positions/value.ts';
import type { TokenAmount } from '../../../shared/units.ts';
import type { Commands, Feature } from '../kernel/feature.ts';
import { stored } from '../kernel/stored.ts';
import { backedQuotes } from '../market/backed-quotes.ts';
import { createIndexerClient } from '../market/indexer-client.ts';
import type { Market } from '../orders/index.ts';
import { systemWait } from '../platform/clock.ts';
import type { Core } from '../procedures/index.ts';
import { createPositionActions } from './act.ts';
import { positionCommands } from './commands.ts';
import { createExpiryNotices, EXPIRY_NOTICE_ALARM } from './expiry-notices.ts';
import { createGivenPositions } from './given-positions.ts';
import { createFillHistory } from './history/fill-history.ts';
import { createIndexerLayouts } from './indexer-layouts.ts';
import { positionsKeys } from './keys.ts';
import { createLastOffers } from './last-offers.ts';
import { createPortfolioCache } from './portfolio-cache.ts';
import { createRecentTrades } from './recent-trades.ts';
import { createPositions } from './refresh.ts';
import { createRowAmounts } from './row-amounts.ts';
import { rowKey } from './rows.ts';
import { createSettlementNotices, SETTLEMENT_ALARM } from './settlement-notices.ts';

export type PositionParts = ReturnType<typeof createPositionParts>;

/** A side that a maker took over. */
interface ClosedSide {
  readonly account: string;
  /** Lower-case. */
  readonly option: Address;
  readonly side: Side;
  /** A buyer's proceeds after the fee, or a seller's cost, in base units. */
  readonly units: TokenAmount;
  /** The factory's fee, which is part of the premium. */
  readonly fee: TokenAmount;
  readonly hash: string;
}

/** Maximum milliseconds to wait for the signature checks of quotes before positions are valued. */
const SIGNATURES_MS = 1_000;

/** Creates balances, positions, and notices about expiry and settlement. */
export function createPositionParts(core: Core, { checks, feed, spots }: Market) {
  const { activity, areas, client, events, selected, session, settings } = core;
  const { alarms, clock, fetch, notify, random } = core.platform;
  const expiryNotices = createExpiryNotices({
    stored: stored(areas, positionsKeys.expiryNotices),
    alarms,
    clock,
    choice: () => settings.get().expiryNotices ?? 'off',
    hasVault: () => session.device() !== undefined,
    notify,
  });
  const settlementNotices = createSettlementNotices({
    stored: stored(areas, positionsKeys.runningPositions),
    alarms,
    clock,
    isUnlocked: core.isUnlocked,
    areAmountsHidden: () => settings.get().areAmountsHidden === true,
    read: (account) => positions.list(account),
    notify,
  });
  const portfolio = createPortfolioCache({
    ...core,
    stored: stored(areas, positionsKeys.portfolio),
    clock,
    account: selected,
    newestMined: () => activity.mark().newestMined,
    onChange: () => events.emit('changed'),
  });
  const indexer = createIndexerClient({
    fetch,
    url: () => settings.services().indexerUrl,
    positionsUrl: () => settings.services().positionsUrl || settings.services().indexerUrl,
    layouts: createIndexerLayouts(stored(areas, positionsKeys.indexerLayouts)),
  });
  const trades = createRecentTrades({
    stored: stored(areas, positionsKeys.recentTrades),
    rpc: client,
    clock,
  });
  const costs = createRowAmounts({ stored: stored(areas, positionsKeys.enteredCosts) });
  const closings = createRowAmounts({ stored: stored(areas, positionsKeys.closings) });
  const given = createGivenPositions({ stored: stored(areas, positionsKeys.givenPositions) });
  const history = createFillHistory({
    stored: stored(areas, positionsKeys.fillHistory),
    client,
    fetch,
    clock,
    wait: systemWait,
    urls: () => settings.services().rpcUrls,
    account: selected,
    emitters: () => [...KNOWN_EMITTERS.books, ...KNOWN_EMITTERS.factories],
  });
  const lastOffers = createLastOffers({ clock });
  const positions = createPositions({
    ...{ indexer, history, client, trades, costs, closings, given, clock, spots },
    wait: systemWait,
    account: selected,
    canSign: core.signer.canSign,
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
  const positionActions = createPositionActions({ ...core, random });
  const commands: Commands<'portfolio'> = { 'portfolio.refresh': portfolio.refresh };
  return {
    positions,
    /** Stores the amount of a sold or bought back side, and looks the position up again. */
    async onClosed({ account, option, side, units, fee, hash }: ClosedSide): Promise<void> {
      await closings.set(account, rowKey({ address: option }, side), units, fee);
      await positions.learn(option, side, account);
      await positions.onConfirmed(hash);
    },
    /** Returns the commands of positions. `asks` can reject a split during a request to makers. */
    commandsWith: (asks: Parameters<typeof positionCommands>[0]['asks']) =>
      positionCommands({
        ...{ asks, client, positionActions, positions, spots, wallets: core.wallets },
        account: selected,
        tokens: () => [...TOKENS, ...core.watchedTokens.all()],
      }),
    expiryNotices,
    indexer,
    lastOffers,
    portfolio,
    commands,
    view() {
      const last = portfolio.last();
      return last !== undefined && last.account === selected() ? { portfolio: last } : {};
    },
    load: () =>
      Promise.all(
        [portfolio, trades, costs, closings, given, history, expiryNotices, settlementNotices].map(
          (part) => part.load(),
        ),
      ),
    settled({ status }) {
      // If the refresh fails, the next page reads the balances again.
      if (status === 'confirmed') void portfolio.refresh({ isWhole: true }).catch(() => undefined);
    },
    lockChanged: settlementNotices.lockChanged,
    alarms: {
      [EXPIRY_NOTICE_ALARM]: expiryNotices.ring,
      [SETTLEMENT_ALARM]: settlementNotices.ring,
    },
  } satisfies Feature;
}
