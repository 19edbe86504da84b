import type { Address } from 'viem';
import type { TransactionEvents } from '../../../shared/positions/from-logs.ts';
import { sidesOf } from '../../../shared/positions/parse-position.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { Side } from '../../../shared/positions/value.ts';
import { secondsOf } from '../../../shared/units.ts';
import type { IndexerClient } from '../market/indexer-client.ts';
import { applyTrades } from './apply-trades.ts';
import type { Given, GivenPositions } from './given-positions.ts';
import type { FillHistory } from './history/fill-history.ts';
import type { Indexed } from './indexed.ts';
import type { RecentTrades } from './recent-trades.ts';
import { rowKey } from './rows.ts';

/**
 * Maximum number of remembered positions. Above this number, all of them are dropped, and only the
 * current lists are used.
 */
const MAX_LISTED = 4_000;

/**
 * Keeps the trades of an account: from own receipts, and from fills found on the chain while the
 * indexer isn't reliable. Remembers the sides that own accounts transferred in these trades.
 */
export function createAccountTrades(deps: {
  trades: RecentTrades;
  given: Pick<GivenPositions, 'of' | 'add'>;
  indexed: Indexed;
  history?: FillHistory;
  canSign: (account: Address) => boolean;
  indexer: Pick<IndexerClient, 'option' | 'isSet'>;
}) {
  const { given, indexed, history } = deps;
  /** Positions as last listed. An indexer can drop a position before its transfer is read. */
  const listed = new Map<Address, PositionRecord>();

  /** Returns the account's own trades and all its trades, oldest first. */
  async function of(account: string) {
    const own = await deps.trades.all();
    const found = indexed.isFromChain(account) ? (history?.trades(account) ?? []) : [];
    const known = new Set(own.map(({ events }) => events.hash));
    const all = [...own, ...found.filter(({ events }) => !known.has(events.hash))];
    return { own, all: all.sort((a, b) => a.events.block - b.events.block) };
  }

  /** Remembers the sides that own accounts transferred in a transaction. */
  async function rememberGiven(account: string | undefined, hash: string): Promise<void> {
    const trades = account === undefined ? await deps.trades.all() : (await of(account)).all;
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
      const before = known.get(event.option) ?? listed.get(event.option);
      const side = event.isBuyer ? 'buyer' : 'seller';
      const isOwn = event.from === account?.toLowerCase() || deps.canSign(event.from);
      if (before?.[side] !== event.from || !isOwn) continue;
      const position = { ...before, [side]: event.to };
      const at = secondsOf(trade.at);
      await given.add({ account: event.from, side, at, txHash: trade.events.hash, position });
    }
  }

  return {
    rememberGiven,

    /**
     * Learns an option whose side a maker took over from a user's account. This device may not know
     * the option, and an indexer lists only current holders.
     * @throws Error when the indexer doesn't respond or doesn't know the option
     */
    async learn(option: Address, side: Side, account: string): Promise<void> {
      if (listed.has(option) || !deps.indexer.isSet()) return;
      const position = await deps.indexer.option(option);
      if (position?.address !== option) throw new Error("The indexer doesn't know the option.");
      listed.set(option, { ...position, [side]: account.toLowerCase() });
    },

    /** Returns own and all trades of the account, and remembers transferred sides. */
    async read(account: string) {
      const trades = await of(account);
      for (const { events } of trades.all)
        if (
          hasGiven(events, account) &&
          given.of(account).every(({ txHash }) => txHash !== events.hash)
        )
          await rememberGiven(account, events.hash);
      return trades;
    },

    /** Returns the sides that the account transferred and hasn't received back. */
    givenBy(account: Address, own: readonly PositionRecord[]): readonly Given[] {
      if (listed.size > MAX_LISTED) listed.clear();
      for (const position of own) listed.set(position.address, position);
      const held = new Set(
        own.flatMap((position) => sidesOf(position, account).map((side) => rowKey(position, side))),
      );
      return given.of(account).filter(({ position, side }) => !held.has(rowKey(position, side)));
    },
  };
}

function hasGiven({ events }: TransactionEvents, account: string): boolean {
  return events.some(
    ({ event }) =>
      event.type === 'role-transferred' &&
      event.from === account.toLowerCase() &&
      event.to !== event.from,
  );
}
