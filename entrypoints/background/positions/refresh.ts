import type { Address } from 'viem';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { sidesOf } from '../../../shared/positions/parse-position.ts';
import {
  type ChainReading,
  MAX_READ_ACCOUNTS,
  type PositionRow,
  type PositionsView,
} from '../../../shared/positions/position-view.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import {
  type Price8,
  secondsOf,
  type TokenAmount,
  type UnixSeconds,
} from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { IndexerClient } from '../market/indexer-client.ts';
import type { SpotPrices } from '../market/spot-prices.ts';
import { createAccountTrades } from './account-trades.ts';
import { mayAllowDelivery } from './actions.ts';
import { type Applied, applyTrades } from './apply-trades.ts';
import { createCatchUp } from './catch-up.ts';
import { createChecked } from './checked.ts';
import { type Delivery, readDeliveries } from './deliveries.ts';
import type { Given, GivenPositions } from './given-positions.ts';
import type { FillHistory } from './history/fill-history.ts';
import { createIndexed } from './indexed.ts';
import type { LastOffers } from './last-offers.ts';
import { asOnChain, createListRows } from './list-rows.ts';
import { hasEnded } from './newest.ts';
import { createReceiptFacts } from './receipt-facts.ts';
import { FINALITY_MS, type RecentTrade, type RecentTrades } from './recent-trades.ts';
import type { RowAmounts } from './row-amounts.ts';
import { type ChainCheck, createVerifier } from './verify.ts';

/** Number of positions to verify in one call. A longer list is shown before all are verified. */
const AT_ONCE = 100;
/** Milliseconds after expiry in which an ended position is shown although no indexer lists it. */
const ENDED_MS = 7 * 86_400_000;
/** Seconds per block, used to find the blocks of an option's life. */
const BLOCK_SECONDS = 2;

interface Shown {
  readonly account: Address;
  readonly own: readonly PositionRecord[];
  readonly given: readonly Given[];
  readonly applied: Applied;
  deliveries: ReadonlyMap<Address, Delivery>;
  rows: readonly PositionRow[];
}

/** A buyer's allowance for its option, in base units. */
interface Allowance {
  readonly option: string;
  readonly token: string;
  readonly amount: bigint;
}

type VerificationOf = (position: PositionRecord) => ChainCheck;

export type Positions = ReturnType<typeof createPositions>;

/** Returns true when the rows include every running position, with its state on the chain. */
function isComplete(rows: readonly PositionRow[], source: ChainReading | 'indexer' | undefined) {
  const isRunning = ({ state }: PositionRow) => state === 'open' || state === 'awaitingSettlement';
  if (rows.some((row) => isRunning(row) && row.verification === 'notChecked')) return false;
  if (source === 'indexer') return true;
  if (source?.since === undefined || source.isReading || source.isUnsure) return false;
  if (source.progress !== undefined || source.problems !== undefined) return false;
  return (source.unread ?? 0) === 0;
}

interface PositionsDeps {
  indexer: IndexerClient;
  client: Rpc;
  trades: RecentTrades;
  costs: Pick<RowAmounts, 'of' | 'set'>;
  closings: Pick<RowAmounts, 'of' | 'feeOf'>;
  given: Pick<GivenPositions, 'of' | 'add'>;
  clock: Clock;
  wait: Wait;
  account: () => string | undefined;
  canSign: (account: Address) => boolean;
  spots: Pick<SpotPrices, 'of' | 'refresh'>;
  quotes: () => readonly FeedEntry[];
  budgetOf: (entry: FeedEntry) => TokenAmount;
  offerOf: LastOffers['of'];
  quoteSpotOf?: (entry: FeedEntry) => Price8 | undefined;
  /** Checks the signatures of unexpired quotes within a time limit. Never rejects. */
  checkQuotes: () => Promise<void>;
  /**
   * Finds fills on the chain when the indexer isn't reliable. Without it, only own receipts are
   * used.
   */
  history?: FillHistory;
  /** Called with rows that were just read. Rows may be missing unless `isComplete`. */
  onRead: (account: string, rows: readonly PositionRow[], isComplete: boolean) => void;
}

/**
 * Keeps the positions of the user's accounts: reads them from the indexer and verifies them on the
 * chain.
 */
export function createPositions(deps: PositionsDeps) {
  const { clock, history } = deps;
  const checked = createChecked({
    clock,
    verify: createVerifier(deps.client, createReceiptFacts(deps)),
  });
  const indexed = createIndexed({ ...deps, hasHistory: history !== undefined });
  const trades = createAccountTrades({ ...deps, indexed });
  const listRows = createListRows({ ...deps, checked });
  /** Lists by lower-case account, the most recent list last. */
  const shown = new Map<string, Shown>();

  const shownOf = (account: string | undefined) => shown.get(account?.toLowerCase() ?? '');

  function keepShown(list: Shown): void {
    const key = list.account.toLowerCase();
    shown.delete(key);
    shown.set(key, list);
    const [oldest] = shown.keys();
    if (shown.size > MAX_READ_ACCOUNTS && oldest !== undefined) shown.delete(oldest);
  }

  /** Reads only proven options, because a forged contract could also answer. */
  function readProven(some: readonly PositionRecord[], { backed }: Applied) {
    const proven = some.flatMap((indexed) => {
      const verification = checked.of(indexed, backed.get(indexed.address));
      return verification.result === 'verified' ? [asOnChain(indexed, verification)] : [];
    });
    return readDeliveries(deps.client, proven);
  }

  async function view(account: Address): Promise<PositionsView> {
    const read = indexed.of(account);
    const trouble = indexed.trouble();
    const isFromChain = indexed.isFromChain(account);
    if (isFromChain) history?.ensure(account);
    const found = await trades.read(account);
    const applied = applyTrades(read?.positions ?? [], found.all);
    const own = applied.positions.filter((position) => sidesOf(position, account).length > 0);
    const given = trades.givenBy(account, own);
    const all = [...own, ...given.map(({ position }) => position)];
    const isTried = all.length <= AT_ONCE;
    if (isTried) await checked.run(all, applied.backed);
    const deliveries = await readProven(own, applied);
    const verificationOf = (position: PositionRecord) =>
      checked.of(position, applied.backed.get(position.address));
    const over = overTrades(found.own, applied, {
      account,
      verificationOf,
      now: clock.now(),
      readAt: read?.at ?? 0,
    });
    await deps.trades.forget(over);
    const context = { account, applied, isTried, isFromChain, deliveries };
    const rows = listRows(own, given, context).sort((a, b) => a.expiry - b.expiry);
    keepShown({ account, own, given, applied, deliveries, rows });
    if (isFromChain) history?.explain(account, unexplained(own, verificationOf));
    const chain = isFromChain ? history?.reading(account) : undefined;
    if (isFromChain || trouble === undefined)
      deps.onRead(account, rows, isComplete(rows, isFromChain ? chain : 'indexer'));
    return {
      rows,
      ...(read === undefined ? {} : { at: read.at }),
      ...(read === undefined || read.omitted === 0 ? {} : { omitted: read.omitted }),
      ...(trouble === undefined ? {} : { trouble }),
      ...(chain === undefined ? {} : { chain }),
    };
  }

  const catchUp = createCatchUp({
    indexer: deps.indexer,
    wait: deps.wait,
    async read() {
      const account = deps.account();
      // If this fails, the next `list` reads again and reports the failure.
      if (account !== undefined) await indexed.read(account).catch(() => undefined);
    },
  });

  return {
    isIndexed: (address: string): boolean => indexed.has(address),

    /**
     * Returns the positions of a user's account. Default: the selected account. A long list is
     * returned before all of it is verified: `verify` checks the rows that are marked as unchecked.
     */
    async list(account = deps.account()): Promise<PositionsView> {
      if (account === undefined) return { rows: [] };
      // Without spot prices, values are shown as dashes.
      await deps.spots.refresh();
      await deps.checkQuotes();
      await indexed.refresh(account);
      return view(account as Address);
    },

    /** Searches 35 more days of the chain for the account's fills. */
    async lookFurther(): Promise<void> {
      const account = deps.account();
      if (account !== undefined) await history?.lookFurther(account);
    },

    /** Searches the last 35 days of the chain for the account's fills again. */
    async readAgain(): Promise<void> {
      const account = deps.account();
      if (account !== undefined) await history?.readAgain(account);
    },

    /**
     * Verifies some options of an account's last list, at most one slice, and returns their rows.
     */
    async verify(
      options: readonly string[],
      account = deps.account(),
    ): Promise<readonly PositionRow[]> {
      const from = shownOf(account);
      if (from === undefined) return [];
      const wanted = new Set(options);
      const some = from.own.filter(({ address }) => wanted.has(address)).slice(0, AT_ONCE);
      const given = from.given
        .filter(({ position }) => wanted.has(position.address))
        .slice(0, AT_ONCE - some.length);
      await checked.run([...some, ...given.map(({ position }) => position)], from.applied.backed);
      from.deliveries = new Map([...from.deliveries, ...(await readProven(some, from.applied))]);
      const isFromChain = indexed.isFromChain(from.account);
      const context = { ...from, isTried: true, isFromChain };
      const found = listRows(some, given, context);
      const byKey = new Map(found.map((row) => [row.key, row]));
      from.rows = from.rows.map((row) => byKey.get(row.key) ?? row);
      return found;
    },

    /**
     * Stores the cost of a received side in base units. Removes the stored cost if the cost is
     * undefined.
     */
    async setCost(row: PositionRow, units: TokenAmount | undefined): Promise<void> {
      const account = deps.account();
      if (account !== undefined) await deps.costs.set(account, row.key, units);
    },

    /** Returns the account's proven option that takes exactly this allowance at exercise now. */
    deliveryTo: (account: string, wanted: Allowance): PositionRow | undefined =>
      shownOf(account)?.rows.find((row) => isDelivery(row, wanted, secondsOf(clock.now()))),

    /** Returns a row of an account as last shown. Default: the selected account. */
    find(
      address: string,
      side: 'buyer' | 'seller' | undefined,
      account = deps.account(),
    ): PositionRow | undefined {
      return shownOf(account)?.rows.find(
        (row) => row.address === address.toLowerCase() && (side === undefined || row.side === side),
      );
    },

    /** Learns a position that may have been sold on another device. */
    learn: trades.learn,

    /**
     * Shows a mined transaction from its receipt. Resolves when the indexer had time to catch up.
     */
    async onConfirmed(hash: string): Promise<void> {
      await deps.trades.add(hash);
      await trades.rememberGiven(deps.account(), hash);
      if (deps.indexer.isSet()) await catchUp();
    },
  };
}

/** Returns true for a proven option that takes exactly this allowance at exercise now. */
function isDelivery(row: PositionRow, { option, token, amount }: Allowance, now: UnixSeconds) {
  return (
    row.address === option.toLowerCase() &&
    row.side === 'buyer' &&
    row.verification === 'verified' &&
    row.delivery?.isDone === false &&
    row.delivery.token.address.toLowerCase() === token.toLowerCase() &&
    row.delivery.amount === amount &&
    mayAllowDelivery(row, now)
  );
}

/**
 * Returns the hashes of trades that aren't needed any more: the indexer lists them, or their
 * options ended some time ago. An account's list proves nothing about another account's trades.
 */
function overTrades(
  trades: readonly RecentTrade[],
  { positions, known, touched }: Applied,
  at: { account: Address; verificationOf: VerificationOf; now: number; readAt: number },
): ReadonlySet<string> {
  const byAddress = new Map(positions.map((position) => [position.address, position]));
  const isOver = (address: Address) => {
    const position = byAddress.get(address);
    if (position === undefined || at.now < position.expiry * 1000 + ENDED_MS) return false;
    return hasEnded(position) || at.verificationOf(position).isSettled === true;
  };
  const over = trades.filter((trade) => {
    const { hash } = trade.events;
    if (isForeign(trade, touched.get(hash) ?? [], at.account)) return false;
    // Only an answer that is newer than the trade can include it.
    if (known.has(hash)) return trade.at < at.readAt;
    return at.now - trade.at >= FINALITY_MS && touched.get(hash)?.every(isOver) === true;
  });
  return new Set(over.map(({ events }) => events.hash));
}

/** Returns true for events that neither changed a listed option nor name the account. */
function isForeign(
  { events: { events } }: RecentTrade,
  touched: readonly Address[],
  account: Address,
) {
  const holder = account.toLowerCase();
  const isNamed = events.some(({ event }) => Object.values<unknown>(event).includes(holder));
  return events.length > 0 && touched.length === 0 && !isNamed;
}

/** Returns the options whose state on the chain isn't explained by known events. */
function unexplained(own: readonly PositionRecord[], verificationOf: VerificationOf) {
  return own.flatMap((position) => {
    const { result, isSettled } = verificationOf(position);
    if (hasEnded(position) || result === 'notChecked') return [];
    if (result === 'verified' && isSettled !== true) return [];
    const { entry, expiry } = position;
    const life = Math.max(0, Math.floor((expiry - entry.timestamp) / BLOCK_SECONDS));
    return [{ option: position.address, from: entry.block + (isSettled === true ? life : 1) }];
  });
}
