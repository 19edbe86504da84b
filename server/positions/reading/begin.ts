import { type ChainNode, ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import type { Clock } from '../../../shared/ports.ts';
import { type Block, blockAt } from '../../chain/blocks.ts';
import type { Cursor } from '../storing/cursor.ts';
import type { IndexerStore } from '../storing/store.ts';

/**
 * Stores the first cursor: just before the first of `startBlocks` that the node has.
 * @throws ChainNodeError
 */
export async function begin(
  node: ChainNode,
  deps: {
    readonly store: IndexerStore;
    readonly clock: Clock;
    readonly startBlocks: readonly number[];
  },
): Promise<Cursor> {
  const { store, clock, startBlocks } = deps;
  const first = await firstBlock(node, startBlocks);
  const startBlock = first.number;
  const cursor: Cursor = {
    // The parent of the start block, so that the start block is read too.
    block: startBlock - 1,
    hash: first.parentHash,
    time: first.timestamp,
    start_block: startBlock,
    start_hash: first.hash,
    head_block: startBlock,
    head_at: clock.now(),
    synced_at: 0,
    events: 0,
    positions_new: 0,
    positions_updated: 0,
    update_at: 0,
  };
  await store.begin(cursor);
  return (await store.cursor()) ?? cursor;
}

async function firstBlock(node: ChainNode, startBlocks: readonly number[]): Promise<Block> {
  for (const number of startBlocks) {
    const block = await blockAt(node, number);
    if (block !== undefined) return block;
  }
  throw new ChainNodeError(
    'odd',
    `the node does not have block ${startBlocks[0]}, where reading begins: set CHAIN_START_BLOCK`,
  );
}
