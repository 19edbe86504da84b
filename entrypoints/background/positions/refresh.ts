import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { PositionRow, PositionsView } from '../../../shared/messages/positions.ts';
import type { Feed } from '../../../shared/orders/parse-feed.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { type IndexedPosition, sidesOf } from '../../../shared/positions/parse-position.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { type Price8, unixSeconds } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { applyTrades } from './apply-trades.ts';
import { createCatchUp } from './catch-up.ts';
import type { IndexerClient } from './indexer-client.ts';
import type { RecentTrades } from './recent-trades.ts';
import { positionRow } from './rows.ts';
import { createVerifier, type Verification } from './verify.ts';
import { volatilityFor } from './volatility.ts';

export type Positions = ReturnType<typeof createPositions>;

/** Positions of the selected account: from the indexer, held against the chain, newest at once. */
export function createPositions(deps: {
  indexer: IndexerClient;
  client: Rpc;
  trades: RecentTrades;
  clock: Clock;
  wait: Wait;
  account: () => string | undefined;
  canSign: (account: Address) => boolean;
  spotOf: (asset: string) => Price8 | undefined;
  /** The orders as last read: model values take their volatility from live quotes. */
  feed: () => Feed | undefined;
  /** Spot prices come with the order feed: reading it first makes values known. */
  refreshSpot: () => Promise<unknown>;
  /** Rows of an account that were just read, without a problem. */
  onRead: (account: string, rows: readonly PositionRow[]) => void;
}) {
  const verify = createVerifier(deps.client);
  let last: { account: string; indexed: readonly IndexedPosition[]; at: number } | undefined;
  let shown: { account: string; rows: readonly PositionRow[] } | undefined;

  async function view(account: Address, problem?: string): Promise<PositionsView> {
    const read = last?.account === account ? last : undefined;
    const trades = await deps.trades.all();
    const { positions, fresh, failed, backed, known } = applyTrades(
      (read?.indexed ?? []).map(({ position }) => position),
      trades,
    );
    // Only an answer that was given after a trade can tell that it is known.
    const done = trades.filter(({ at, events }) => known.has(events.hash) && at < (read?.at ?? 0));
    await deps.trades.forget(new Set(done.map(({ events }) => events.hash)));
    const own = positions.filter((position) => sidesOf(position, account).length > 0);
    const verified = await verify(own, backed);
    const now = unixSeconds(Math.floor(deps.clock.now() / 1000));
    const canSign = deps.canSign(account);
    const feed = deps.feed();
    const rows = own
      .flatMap((told) => {
        const verification = verified.get(told.address) ?? { result: 'not checked' as const };
        const position = asOnChain(withImplementation(told, verification), verification);
        return sidesOf(position, account).map((side) =>
          positionRow({
            position,
            side,
            now,
            spotOf: deps.spotOf,
            volatility: feed === undefined ? undefined : volatilityFor(feed, position, now),
            verification,
            backing: backed.get(position.address),
            isFresh: fresh.has(position.address),
            hasFailedSettlement: failed.has(position.address),
            canSign,
          }),
        );
      })
      .sort((a, b) => a.expiry - b.expiry);
    shown = { account, rows };
    if (problem === undefined) deps.onRead(account, rows);
    return {
      rows,
      ...(read === undefined ? {} : { at: read.at }),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  async function read(account: string): Promise<void> {
    const indexed = await deps.indexer.positions(account);
    last = { account, indexed, at: deps.clock.now() };
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
    isIndexed: (address: string): boolean =>
      last?.indexed.some(({ position }) => position.address === address) ?? false,

    async list(): Promise<PositionsView> {
      const account = deps.account();
      if (account === undefined) return { rows: [] };
      // Without spot prices the values are dashes; the rows are there all the same.
      await deps.refreshSpot().catch(() => undefined);
      try {
        await read(account);
      } catch (error) {
        const problem = error instanceof Error ? error.message : i18n.t('worker.theIndexerFailed');
        return view(account as Address, problem);
      }
      return view(account as Address);
    },

    /** A row of the selected account as it was last shown. */
    find(address: string, side: 'buyer' | 'seller' | undefined): PositionRow | undefined {
      if (shown === undefined || shown.account !== deps.account()) return undefined;
      const isIt = (row: PositionRow) =>
        row.address === address.toLowerCase() && (side === undefined || row.side === side);
      return shown.rows.find(isIt);
    },

    /**
     * A transaction of ours was mined: what its receipt says is shown from now on; resolves when the
     * indexer had its time to catch up.
     */
    async onConfirmed(hash: string): Promise<void> {
      await deps.trades.add(hash);
      await catchUp();
    },
  };
}

/** Clones name their implementation themselves, which the indexer may not have read yet. */
function withImplementation(position: PositionRecord, verification: Verification): PositionRecord {
  return verification.result === 'verified' && position.implementation === undefined
    ? { ...position, implementation: verification.implementation }
    : position;
}

/** Whether it has been settled is the contract's to say; what it paid is unknown then, not told. */
function asOnChain(position: PositionRecord, verification: Verification): PositionRecord {
  if (verification.result === 'not checked' || position.status === 'closed') return position;
  const { isSettled } = verification;
  if (isSettled === undefined || isSettled === (position.status === 'settled')) return position;
  const status = isSettled ? 'settled' : 'open';
  return { ...position, status, settlement: undefined, close: undefined };
}
