import type { Address } from 'viem';
import type { TrustedBook } from '../../../shared/chain/trusted-book.ts';
import type {
  IndexerTrouble,
  PositionRow,
  PositionsView,
  VerifiedFact,
} from '../../../shared/messages/positions.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { Feed } from '../../../shared/orders/parse-feed.ts';
import { assetOfFeed } from '../../../shared/orders/tokens.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { sidesOf } from '../../../shared/positions/parse-position.ts';
import { withTrustedBook } from '../../../shared/positions/product-of-position.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { unixSeconds } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { SpotPrices } from '../orders/spot-prices.ts';
import { quotedVolatilities } from '../orders/volatility.ts';
import { type Applied, applyTrades } from './apply-trades.ts';
import { createCatchUp } from './catch-up.ts';
import { createChecked } from './checked.ts';
import { type Delivery, readDeliveries } from './deliveries.ts';
import type { EnteredCosts } from './entered-costs.ts';
import type { Given, GivenPositions } from './given-positions.ts';
import type { FillHistory } from './history/fill-history.ts';
import type { IndexerClient } from './indexer-client.ts';
import { createIndexerAge, troubleOf } from './indexer-trouble.ts';
import { cutToNewest, hasEnded, MOST_POSITIONS } from './newest.ts';
import { createReceiptFacts } from './receipt-facts.ts';
import { FINAL_MS, type RecentTrade, type RecentTrades } from './recent-trades.ts';
import { positionRow, rowKey } from './rows.ts';
import { createVerifier, type Verification } from './verify.ts';

/** So many are held against the chain by one call; a longer list is shown before it was. */
const AT_ONCE = 100;
/** What has ended, and no indexer tells of, is shown this long after its expiry. */
const ENDED_MS = 7 * 86_400_000;
/** An indexer that failed after an answer this young may be back soon: the chain isn't read yet. */
const GRACE_MS = 120_000;
/** While the chain is read instead, an indexer that failed is asked again this seldom. */
const ASK_AGAIN_MS = 30_000;
/** Blocks of an option's life are found by their time. */
const BLOCK_SECONDS = 2;

export type Positions = ReturnType<typeof createPositions>;

/** An indexer's answer about one account. */
interface Told {
  readonly account: string;
  /** The newest; the rest is counted. */
  readonly positions: readonly PositionRecord[];
  readonly omitted: number;
  /** Everything that it told of. */
  readonly addresses: ReadonlySet<string>;
  readonly at: number;
}

/** Positions of the selected account: from the indexer, held against the chain, newest at once. */
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
  /** Order books that the user trusts by hand. */
  trustedBooks?: () => readonly TrustedBook[];
  /** Books and factories whose events count; the built-in ones when absent. */
  emitters?: () => TrustedEmitters;
  spots: Pick<SpotPrices, 'of' | 'refresh'>;
  /** The orders as last read: model values take their volatility from live quotes. */
  feed: () => Feed | undefined;
  /** Finds fills on the chain when the indexer can't be relied on; absent: own receipts alone are shown. */
  history?: FillHistory;
  /** Rows of an account that were just read, without a problem. */
  onRead: (account: string, rows: readonly PositionRow[]) => void;
}) {
  const verify = createVerifier(deps.client, createReceiptFacts(deps));
  let last: Told | undefined;
  let shown:
    | {
        account: Address;
        own: readonly PositionRecord[];
        given: readonly Given[];
        applied: Applied;
      }
    | undefined;
  let rows: readonly PositionRow[] = [];
  const isOld = createIndexerAge(deps);
  /** Why the chain is read at present. */
  let trouble: IndexerTrouble | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  const checked = createChecked({ verify, clock: deps.clock });
  /** Of the account's open physical options, as last read. */
  let deliveries: ReadonlyMap<Address, Delivery> = new Map();

  /** Asks proven options only, because a forged contract could answer too. */
  function readProven(some: readonly PositionRecord[], applied: Applied) {
    const proven = some.flatMap((told) => {
      const verification = checked.of(told, applied.backed.get(told.address));
      if (verification.result !== 'verified') return [];
      return [asOnChain(withImplementation(told, verification), verification)];
    });
    return readDeliveries(deps.client, proven);
  }

  function rowsOf(
    some: readonly PositionRecord[],
    account: Address,
    applied: Applied,
    isTried: boolean,
  ) {
    const now = unixSeconds(Math.floor(deps.clock.now() / 1000));
    const canSign = deps.canSign(account);
    const spotOf = ({ priceFeed }: Pick<Order, 'priceFeed'>) =>
      deps.spots.of(assetOfFeed(priceFeed) ?? '')?.price;
    const volatilityOf = quotedVolatilities(deps.feed()?.orders ?? [], { now, spotOf });
    return some.flatMap((told) => {
      const backing = applied.backed.get(told.address);
      const verification = checked.of(told, backing);
      const position = asOnChain(withImplementation(told, verification), verification);
      return sidesOf(position, account).map((side) => ({
        ...positionRow({
          position,
          side,
          now,
          spotOf: deps.spots.of,
          volatility: volatilityOf(position),
          verification,
          backing,
          // What is read from the chain waits for no indexer.
          isFresh: !isFromChain(account) && applied.fresh.has(position.address),
          hasFailedSettlement: applied.failed.has(position.address),
          canSign,
          enteredCost: deps.costs.of(account, rowKey(position, side)),
          delivery: deliveries.get(position.address),
        }),
        isChecking: !isTried && !checked.isRecent(told, backing),
      }));
    });
  }

  /** What the account gave away and doesn't hold again. */
  function givenBy(account: Address, own: readonly PositionRecord[]): readonly Given[] {
    const held = new Set(
      own.flatMap((position) => sidesOf(position, account).map((side) => rowKey(position, side))),
    );
    return deps.given.of(account).filter(({ position, side }) => !held.has(rowKey(position, side)));
  }

  function givenRows(some: readonly Given[], applied: Applied, isTried: boolean): PositionRow[] {
    return some.map((given) => {
      const { position, side } = given;
      const backing = applied.backed.get(position.address);
      const verification = ofGiven(checked.of(position, backing));
      return {
        ...positionRow({
          position: withImplementation(position, verification),
          side,
          now: unixSeconds(Math.floor(deps.clock.now() / 1000)),
          spotOf: () => undefined,
          volatility: undefined,
          verification,
          backing,
          isFresh: false,
          hasFailedSettlement: false,
          canSign: false,
          given,
        }),
        isChecking: !isTried && !checked.isRecent(position, backing),
      };
    });
  }

  /** Remembers the sides that own accounts gave away in a transaction. */
  async function rememberGiven(hash: string): Promise<void> {
    const account = deps.account();
    const own = await deps.trades.all();
    const trades = account === undefined ? own : (await tradesOf(account as Address)).all;
    const trade = trades.find(({ events }) => events.hash === hash.toLowerCase());
    if (trade === undefined) return;
    const known = new Map(
      applyTrades(
        last?.positions ?? [],
        trades.filter((one) => one !== trade),
      ).positions.map((position) => [position.address, position]),
    );
    for (const { event } of trade.events.events) {
      if (event.type !== 'role-transferred' || event.from === event.to) continue;
      const before = known.get(event.option);
      const side = event.isBuyer ? 'buyer' : 'seller';
      if (before?.[side] !== event.from || !deps.canSign(event.from)) continue;
      const position = { ...before, [side]: event.to };
      const at = unixSeconds(Math.floor(trade.at / 1000));
      await deps.given.add({ account: event.from, side, at, txHash: trade.events.hash, position });
    }
  }

  /** Own receipts, and what was found on the chain where the indexer can't be relied on. */
  async function tradesOf(account: Address) {
    const own = await deps.trades.all();
    const found = isFromChain(account) ? (deps.history?.trades(account) ?? []) : [];
    const known = new Set(own.map(({ events }) => events.hash));
    const all = [...own, ...found.filter(({ events }) => !known.has(events.hash))];
    return { own, all: all.sort((a, b) => a.events.block - b.events.block) };
  }

  function isFromChain(account: string): boolean {
    if (trouble === undefined || deps.history === undefined) return false;
    const isRecent = last?.account === account && deps.clock.now() - last.at < GRACE_MS;
    return trouble === 'none' || trouble === 'old' || !isRecent;
  }

  /** Options whose contracts say what the known events don't explain. */
  function explainChanges(own: readonly PositionRecord[], applied: Applied) {
    return own.flatMap((position) => {
      const verification = checked.of(position, applied.backed.get(position.address));
      if (hasEnded(position) || verification.result !== 'disagrees') return [];
      const { entry, expiry } = position;
      const life = Math.max(0, Math.floor((expiry - entry.timestamp) / BLOCK_SECONDS));
      const isSettled = verification.isSettled === true;
      return [{ option: position.address, from: entry.block + (isSettled ? life : 1) }];
    });
  }

  async function view(account: Address): Promise<PositionsView> {
    const read = last?.account === account ? last : undefined;
    const isChain = isFromChain(account);
    if (isChain) deps.history?.ensure(account);
    const trades = await tradesOf(account);
    const found = applyTrades(read?.positions ?? [], trades.all, deps.emitters?.());
    const books = deps.trustedBooks?.() ?? [];
    const applied = {
      ...found,
      positions: found.positions.map((position) => withTrustedBook(position, books)),
    };
    const own = applied.positions.filter((position) => sidesOf(position, account).length > 0);
    const given = givenBy(account, own);
    const all = [...own, ...given.map(({ position }) => position)];
    const isShort = all.length <= AT_ONCE;
    if (isShort) await checked.run(all, applied.backed);
    deliveries = await readProven(own, applied);
    await deps.trades.forget(overTrades(trades.own, applied, read?.at ?? 0));
    shown = { account, own, given, applied };
    rows = [...rowsOf(own, account, applied, isShort), ...givenRows(given, applied, isShort)].sort(
      (a, b) => a.expiry - b.expiry,
    );
    if (trouble === undefined) deps.onRead(account, rows);
    if (isChain) deps.history?.explain(account, explainChanges(own, applied));
    const chain = isChain ? deps.history?.reading(account) : undefined;
    return {
      rows,
      ...(read === undefined ? {} : { at: read.at }),
      ...(read === undefined || read.omitted === 0 ? {} : { omitted: read.omitted }),
      ...(trouble === undefined ? {} : { trouble }),
      ...(chain === undefined ? {} : { chain }),
    };
  }

  /** Trades that the indexer knows of, and those whose options have all ended a while ago. */
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
      // Only an answer that was given after a trade can tell that it is known.
      if (applied.known.has(hash)) return at < readAt;
      return now - at >= FINAL_MS && applied.touched.get(hash)?.every(isOver) === true;
    });
    return new Set(over.map(({ events }) => events.hash));
  }

  async function read(account: string): Promise<void> {
    const indexed = (await deps.indexer.positions(account)).map(({ position }) => position);
    const positions = cutToNewest(indexed, MOST_POSITIONS);
    last = {
      account,
      positions,
      omitted: indexed.length - positions.length,
      addresses: new Set(indexed.map(({ address }) => address)),
      at: deps.clock.now(),
    };
  }

  /** Reads the indexer. Returns why it can't be relied on, if so. */
  async function readTrouble(account: string): Promise<IndexerTrouble | undefined> {
    if (!deps.indexer.isSet()) return 'none';
    const isRecent = deps.clock.now() - failedAt < ASK_AGAIN_MS;
    if (isRecent && trouble !== undefined && isFromChain(account)) return trouble;
    try {
      await read(account);
    } catch (error) {
      failedAt = deps.clock.now();
      return troubleOf(error);
    }
    return (await isOld()) ? 'old' : undefined;
  }

  const catchUp = createCatchUp({
    indexer: deps.indexer,
    wait: deps.wait,
    async read() {
      const account = deps.account();
      // What cannot be read now is read by the next `list`, which says so if it fails again.
      if (account !== undefined) await read(account).catch(() => undefined);
    },
  });

  return {
    /** Whether the indexer told of an option when it was last read. */
    isIndexed: (address: string): boolean => last?.addresses.has(address) ?? false,

    /**
     * The positions of the selected account. A long list is answered before all of it was held against
     * the chain: rows that still have to be say so, and `verify` does it.
     */
    async list(): Promise<PositionsView> {
      const account = deps.account();
      if (account === undefined) return { rows: [] };
      // Without spot prices the values are dashes; the rows are there all the same.
      await deps.spots.refresh();
      trouble = await readTrouble(account);
      return view(account as Address);
    },

    /** Reads 35 more days of the chain for the account's fills. */
    async lookFurther(): Promise<void> {
      const account = deps.account();
      if (account !== undefined) await deps.history?.lookFurther(account);
    },

    /** Holds options of the last list against the chain, a slice of them at most; answers their rows. */
    async verify(options: readonly string[]): Promise<readonly PositionRow[]> {
      const from = shown;
      if (from === undefined || from.account !== deps.account()) return [];
      const wanted = new Set(options);
      const some = from.own.filter(({ address }) => wanted.has(address)).slice(0, AT_ONCE);
      const given = from.given
        .filter(({ position }) => wanted.has(position.address))
        .slice(0, AT_ONCE - some.length);
      await checked.run([...some, ...given.map(({ position }) => position)], from.applied.backed);
      deliveries = new Map([...deliveries, ...(await readProven(some, from.applied))]);
      const found = [
        ...rowsOf(some, from.account, from.applied, true),
        ...givenRows(given, from.applied, true),
      ];
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

    /** The proven own option that takes exactly this allowance at exercise, if there is one. */
    deliveryTo(option: string, token: string, amount: bigint): PositionRow | undefined {
      return rows.find(
        (row) =>
          row.address === option.toLowerCase() &&
          row.side === 'buyer' &&
          row.verification === 'verified' &&
          row.delivery?.isDone === false &&
          row.delivery.token.address.toLowerCase() === token.toLowerCase() &&
          row.delivery.amount === amount.toString(),
      );
    },

    /** A row of the selected account as it was last shown. */
    find(address: string, side: 'buyer' | 'seller' | undefined): PositionRow | undefined {
      if (shown === undefined || shown.account !== deps.account()) return undefined;
      const isIt = (row: PositionRow) =>
        row.address === address.toLowerCase() && (side === undefined || row.side === side);
      return rows.find(isIt);
    },

    /**
     * A transaction of ours was mined: what its receipt says is shown from now on; resolves when the
     * indexer had its time to catch up.
     */
    async onConfirmed(hash: string): Promise<void> {
      await deps.trades.add(hash);
      await rememberGiven(hash);
      if (deps.indexer.isSet()) await catchUp();
    },
  };
}

/** Clones name their implementation themselves, which the indexer may not have read yet. */
function withImplementation(position: PositionRecord, verification: Verification): PositionRecord {
  return verification.result === 'verified' && position.implementation === undefined
    ? { ...position, implementation: verification.implementation }
    : position;
}

/** Facts that belong to the present holders: they may change after a side was given away. */
const PRESENT: readonly VerifiedFact[] = ['buyer', 'seller', 'settled', 'cover', 'collateral'];

/** The verification of a side that was given away, without what only concerns its present holder. */
function ofGiven(verification: Verification): Verification {
  if (verification.result !== 'disagrees') return verification;
  const disagreements = verification.disagreements.filter((fact) => !PRESENT.includes(fact));
  const compared = verification.compared.filter((fact) => !PRESENT.includes(fact));
  return disagreements.length > 0
    ? { ...verification, disagreements, compared }
    : { ...verification, result: 'verified', implementation: undefined, compared };
}

/** Whether it has been settled is the contract's to say; what it paid is unknown then, not told. */
function asOnChain(position: PositionRecord, verification: Verification): PositionRecord {
  if (verification.result === 'not checked' || position.status === 'closed') return position;
  const { isSettled } = verification;
  if (isSettled === undefined || isSettled === (position.status === 'settled')) return position;
  const status = isSettled ? 'settled' : 'open';
  return { ...position, status, settlement: undefined, close: undefined };
}
