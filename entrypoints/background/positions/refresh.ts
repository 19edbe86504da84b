import type { Address } from 'viem';
import type { PositionsView } from '../../../shared/messages/market.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { type IndexedPosition, sidesOf } from '../../../shared/positions/parse-position.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { type Price8, unixSeconds } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { createCatchUp } from './catch-up.ts';
import type { IndexerClient } from './indexer-client.ts';
import { positionsOfReceipt } from './receipt.ts';
import { positionRow } from './rows.ts';
import { createVerifier, type Verification } from './verify.ts';

export type Positions = ReturnType<typeof createPositions>;

/** Positions of the selected account: from the indexer, held against the chain, newest at once. */
export function createPositions(deps: {
  indexer: IndexerClient;
  client: Rpc;
  rpc: Rpc;
  clock: Clock;
  wait: Wait;
  account: () => string | undefined;
  spotOf: (asset: string) => Price8 | undefined;
  /** Spot prices come with the order feed: reading it first makes values known. */
  refreshSpot: () => Promise<unknown>;
}) {
  /** Made by fills of this wallet that the indexer has not told of yet, by option address. */
  const optimistic = new Map<Address, PositionRecord>();
  const verify = createVerifier(deps.client);
  let last: { account: string; indexed: readonly IndexedPosition[]; at: number } | undefined;

  async function view(account: string, problem?: string): Promise<PositionsView> {
    const indexed = last?.account === account ? last.indexed.map(({ position }) => position) : [];
    for (const position of indexed) optimistic.delete(position.address);
    const waiting = [...optimistic.values()].filter(
      (position) => sidesOf(position, account as Address).length > 0,
    );
    const all = [...waiting, ...indexed];
    const verified = await verify(all);
    const now = unixSeconds(Math.floor(deps.clock.now() / 1000));
    const rows = all.flatMap((position) => {
      const verification = verified.get(position.address) ?? { result: 'not checked' as const };
      return sidesOf(position, account as Address).map((side) =>
        positionRow({
          position: withImplementation(position, verification),
          side,
          now,
          spotOf: deps.spotOf,
          verification,
          optimistic: optimistic.has(position.address),
        }),
      );
    });
    return {
      rows: rows.sort((a, b) => a.expiry - b.expiry),
      ...(last?.account === account ? { at: last.at } : {}),
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
        return await view(account);
      } catch (error) {
        return view(account, error instanceof Error ? error.message : 'The indexer failed.');
      }
    },

    /**
     * A transaction of ours was mined: shows what its receipt made, and resolves when the indexer had
     * its time to catch up.
     */
    async onConfirmed(hash: string): Promise<void> {
      const receipt = await deps.rpc.request('eth_getTransactionReceipt', [hash]);
      for (const position of positionsOfReceipt(receipt, deps.clock)) {
        optimistic.set(position.address, position);
      }
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
