import type { Address } from 'viem';
import type { Feed } from '../../../shared/orders/parse-feed.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import type { TransactionEvents } from '../../../shared/positions/from-logs.ts';
import { sidesOf } from '../../../shared/positions/parse-position.ts';
import type {
  ChainReading,
  PositionRow,
  PositionsView,
} from '../../../shared/positions/position-view.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { secondsOf } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { SpotPrices } from '../orders/spot-prices.ts';
import { mayAllowDelivery } from './actions.ts';
import { type Applied, applyTrades } from './apply-trades.ts';
import { createCatchUp } from './catch-up.ts';
import { createChecked } from './checked.ts';
import { type Delivery, readDeliveries } from './deliveries.ts';
import type { EnteredCosts } from './entered-costs.ts';
import type { Given, GivenPositions } from './given-positions.ts';
import type { FillHistory } from './history/fill-history.ts';
import { createIndexed } from './indexed.ts';
import type { IndexerClient } from './indexer-client.ts';
import { asOnChain, createListRows } from './list-rows.ts';
import { hasEnded } from './newest.ts';
import { createReceiptFacts } from './receipt-facts.ts';
import { FINAL_MS, type RecentTrade, type RecentTrades } from './recent-trades.ts';
import { rowKey } from './rows.ts';
import { createVerifier } from './verify.ts';

/** Positions to verify in one call. A longer list is shown before all of it is verified. */
const AT_ONCE = 100;
/** Milliseconds after expiry until which an ended position is shown that no indexer lists. */
const ENDED_MS = 7 * 86_400_000;
/** Seconds per block, to find the blocks of an option's life by time. */
const BLOCK_SECONDS = 2;

/** Returns true when the account transferred a side in a transaction. */
function hasGiven({ events }: TransactionEvents, account: Address): boolean {
  return events.some(
    ({ event }) =>
      event.type === 'role-transferred' &&
      event.from === account.toLowerCase() &&
      event.to !== event.from,
  );
}

export type Positions = ReturnType<typeof createPositions>;

/** Returns true when the rows include every running position, with its contract's state. */
function isComplete(rows: readonly PositionRow[], source: ChainReading | 'indexer' | undefined) {
  const isRunning = ({ state }: PositionRow) => state === 'open' || state === 'awaiting settlement';
  if (rows.some((row) => isRunning(row) && row.verification === 'not checked')) return false;
  if (source === 'indexer') return true;
  if (source?.since === undefined || source.isReading || source.isUnsure) return false;
  if (source.progress !== undefined || source.problems !== undefined) return false;
  return (source.unread ?? 0) === 0;
}

/** Positions of the selected account: from the indexer, verified on the chain, newest at once. */
export function createPositions(deps: {
  indexer: IndexerClient;
  client: Rpc;
  trades: RecentTrades;
  costs: Pick<EnteredCosts, 'of' | 'set'>;
  given: Pick<GivenPositions, 'of' | 'add'>;
  clock: Clock;
  wait: Wait;
  account: () => string | undefined;
  canSign: (account: Address) => boolean;
  spots: Pick<SpotPrices, 'of' | 'refresh'>;
  /** Orders as last read: model values use the volatility of live quotes. */
  feed: () => Feed | undefined;
  /**
   * Finds fills on the chain when the indexer isn't reliable; without it, only own receipts are
   * shown.
   */
  history?: FillHistory;
  /** Called with rows that were just read; some can be missing unless they are complete. */
  onRead: (account: string, rows: readonly PositionRow[], isComplete: boolean) => void;
}) {
  const verify = createVerifier(deps.client, createReceiptFacts(deps));
  let shown:
    | {
        account: Address;
        own: readonly PositionRecord[];
        given: readonly Given[];
        applied: Applied;
      }
    | undefined;
  let rows: readonly PositionRow[] = [];
  const checked = createChecked({ ...deps, verify });
  const indexed = createIndexed({ ...deps, hasHistory: deps.history !== undefined });
  const listRows = createListRows({ ...deps, checked });
  /** Deliveries of the account's open physical options, as last read. */
  let deliveries: ReadonlyMap<Address, Delivery> = new Map();

  /** Asks proven options only, because a forged contract could answer too. */
  function readProven(some: readonly PositionRecord[], applied: Applied) {
    const proven = some.flatMap((indexed) => {
      const verification = checked.of(indexed, applied.backed.get(indexed.address));
      if (verification.result !== 'verified') return [];
      return [asOnChain(indexed, verification)];
    });
    return readDeliveries(deps.client, proven);
  }

  /** Returns the cached rows of this account. */
  const shownOf = (account: string | undefined) =>
    shown?.account.toLowerCase() === account?.toLowerCase() ? shown : undefined;

  /** Returns the sides that the account transferred and doesn't hold again. */
  function givenBy(account: Address, own: readonly PositionRecord[]): readonly Given[] {
    const held = new Set(
      own.flatMap((position) => sidesOf(position, account).map((side) => rowKey(position, side))),
    );
    return deps.given.of(account).filter(({ position, side }) => !held.has(rowKey(position, side)));
  }

  const isRemembered = (account: Address, hash: string) =>
    deps.given.of(account).some(({ txHash }) => txHash === hash);

  /** Remembers the sides that own accounts transferred in a transaction. */
  async function rememberGiven(hash: string): Promise<void> {
    const account = deps.account();
    const own = await deps.trades.all();
    const trades = account === undefined ? own : (await tradesOf(account as Address)).all;
    const trade = trades.find(({ events }) => events.hash === hash.toLowerCase());
    if (trade === undefined) return;
    const known = new Map(
      applyTrades(
        (account === undefined ? undefined : indexed.of(account))?.positions ?? [],
        trades.filter((one) => one !== trade),
      ).positions.map((position) => [position.address, position]),
    );
    for (const { event } of trade.events.events) {
      if (event.type !== 'role-transferred' || event.from === event.to) continue;
      const before = known.get(event.option);
      const side = event.isBuyer ? 'buyer' : 'seller';
      const isOwn = event.from === account?.toLowerCase() || deps.canSign(event.from);
      if (before?.[side] !== event.from || !isOwn) continue;
      const position = { ...before, [side]: event.to };
      const at = secondsOf(trade.at);
      await deps.given.add({ account: event.from, side, at, txHash: trade.events.hash, position });
    }
  }

  /** Own receipts, and fills found on the chain when the indexer isn't reliable. */
  async function tradesOf(account: Address) {
    const own = await deps.trades.all();
    const found = indexed.isFromChain(account) ? (deps.history?.trades(account) ?? []) : [];
    const known = new Set(own.map(({ events }) => events.hash));
    const all = [...own, ...found.filter(({ events }) => !known.has(events.hash))];
    return { own, all: all.sort((a, b) => a.events.block - b.events.block) };
  }

  /** Options whose contract state isn't explained by the known events. */
  function explainChanges(own: readonly PositionRecord[], applied: Applied) {
    return own.flatMap((position) => {
      const verification = checked.of(position, applied.backed.get(position.address));
      if (hasEnded(position) || verification.result === 'not checked') return [];
      const isSettled = verification.isSettled === true;
      if (verification.result === 'verified' && !isSettled) return [];
      const { entry, expiry } = position;
      const life = Math.max(0, Math.floor((expiry - entry.timestamp) / BLOCK_SECONDS));
      return [{ option: position.address, from: entry.block + (isSettled ? life : 1) }];
    });
  }

  async function view(account: Address): Promise<PositionsView> {
    const read = indexed.of(account);
    const trouble = indexed.trouble();
    const isChain = indexed.isFromChain(account);
    if (isChain) deps.history?.ensure(account);
    const trades = await tradesOf(account);
    const applied = applyTrades(read?.positions ?? [], trades.all);
    for (const { events } of trades.all)
      if (hasGiven(events, account) && !isRemembered(account, events.hash))
        await rememberGiven(events.hash);
    const own = applied.positions.filter((position) => sidesOf(position, account).length > 0);
    const given = givenBy(account, own);
    const all = [...own, ...given.map(({ position }) => position)];
    const isShort = all.length <= AT_ONCE;
    if (isShort) await checked.run(all, applied.backed);
    deliveries = await readProven(own, applied);
    await deps.trades.forget(overTrades(trades.own, applied, read?.at ?? 0));
    shown = { account, own, given, applied };
    const context = { account, applied, isTried: isShort, isFromChain: isChain, deliveries };
    rows = [...listRows.held(own, context), ...listRows.given(given, context)].sort(
      (a, b) => a.expiry - b.expiry,
    );
    if (isChain) deps.history?.explain(account, explainChanges(own, applied));
    const chain = isChain ? deps.history?.reading(account) : undefined;
    if (isChain || trouble === undefined)
      deps.onRead(account, rows, isComplete(rows, isChain ? chain : 'indexer'));
    return {
      rows,
      ...(read === undefined ? {} : { at: read.at }),
      ...(read === undefined || read.omitted === 0 ? {} : { omitted: read.omitted }),
      ...(trouble === undefined ? {} : { trouble }),
      ...(chain === undefined ? {} : { chain }),
    };
  }

  /** Trades that the indexer lists, and those whose options ended a while ago. */
  function overTrades(trades: readonly RecentTrade[], applied: Applied, readAt: number) {
    const now = deps.clock.now();
    const byAddress = new Map(applied.positions.map((position) => [position.address, position]));
    const isOver = (address: Address) => {
      const position = byAddress.get(address);
      if (position === undefined || now < position.expiry * 1000 + ENDED_MS) return false;
      if (hasEnded(position)) return true;
      const verification = checked.of(position, applied.backed.get(address));
      return verification.result !== 'not checked' && verification.isSettled === true;
    };
    const over = trades.filter(({ at, events: { hash } }) => {
      // Only an answer given after a trade can include it.
      if (applied.known.has(hash)) return at < readAt;
      return now - at >= FINAL_MS && applied.touched.get(hash)?.every(isOver) === true;
    });
    return new Set(over.map(({ events }) => events.hash));
  }

  const catchUp = createCatchUp({
    indexer: deps.indexer,
    wait: deps.wait,
    async read() {
      const account = deps.account();
      // The next `list` reads it again and reports a failure.
      if (account !== undefined) await indexed.read(account).catch(() => undefined);
    },
  });

  return {
    /** Returns true when the indexer's last answer included an option. */
    isIndexed: (address: string): boolean => indexed.has(address),

    /**
     * Returns the positions of the selected account. Returns a long list before all of it is
     * verified: rows are marked as unchecked, and `verify` checks them.
     */
    async list(): Promise<PositionsView> {
      const account = deps.account();
      if (account === undefined) return { rows: [] };
      // Without spot prices the values are dashes.
      await deps.spots.refresh();
      await indexed.refresh(account);
      return view(account as Address);
    },

    /** Reads 35 more days of the chain for the account's fills. */
    async lookFurther(): Promise<void> {
      const account = deps.account();
      if (account !== undefined) await deps.history?.lookFurther(account);
    },

    /** Reads the last 35 days of the chain for the account's fills once more. */
    async readAgain(): Promise<void> {
      const account = deps.account();
      if (account !== undefined) await deps.history?.readAgain(account);
    },

    /** Verifies options of the last list on the chain, at most one slice; returns their rows. */
    async verify(options: readonly string[]): Promise<readonly PositionRow[]> {
      const from = shownOf(deps.account());
      if (from === undefined) return [];
      const wanted = new Set(options);
      const some = from.own.filter(({ address }) => wanted.has(address)).slice(0, AT_ONCE);
      const given = from.given
        .filter(({ position }) => wanted.has(position.address))
        .slice(0, AT_ONCE - some.length);
      await checked.run([...some, ...given.map(({ position }) => position)], from.applied.backed);
      deliveries = new Map([...deliveries, ...(await readProven(some, from.applied))]);
      const context = {
        ...from,
        isTried: true,
        isFromChain: indexed.isFromChain(from.account),
        deliveries,
      };
      const found = [...listRows.held(some, context), ...listRows.given(given, context)];
      if (shown === from) {
        const byKey = new Map(found.map((row) => [row.key, row]));
        rows = rows.map((row) => byKey.get(row.key) ?? row);
      }
      return found;
    },

    /** Stores what a received side cost, in base units; undefined removes it. */
    async setCost(row: PositionRow, units: string | undefined): Promise<void> {
      const account = deps.account();
      if (account !== undefined) await deps.costs.set(account, row.key, units);
    },

    /** Returns the account's proven option that now takes exactly this allowance at exercise. */
    deliveryTo(
      account: string,
      { option, token, amount }: { option: string; token: string; amount: bigint },
    ): PositionRow | undefined {
      if (shownOf(account) === undefined) return undefined;
      const now = secondsOf(deps.clock.now());
      return rows.find(
        (row) =>
          row.address === option.toLowerCase() &&
          row.side === 'buyer' &&
          row.verification === 'verified' &&
          row.delivery?.isDone === false &&
          row.delivery.token.address.toLowerCase() === token.toLowerCase() &&
          row.delivery.amount === amount.toString() &&
          mayAllowDelivery(row, now),
      );
    },

    /** Returns a row of the selected account as last shown. */
    find(address: string, side: 'buyer' | 'seller' | undefined): PositionRow | undefined {
      if (shownOf(deps.account()) === undefined) return undefined;
      return rows.find(
        (row) => row.address === address.toLowerCase() && (side === undefined || row.side === side),
      );
    },

    /**
     * Shows an own mined transaction from its receipt; resolves when the indexer had time to catch
     * up.
     */
    async onConfirmed(hash: string): Promise<void> {
      await deps.trades.add(hash);
      await rememberGiven(hash);
      if (deps.indexer.isSet()) await catchUp();
    },
  };
}
