import { type ChainNode, ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import type { Clock } from '../../../shared/ports.ts';
import { type Block, blockAt } from '../../chain/blocks.ts';
import type { Nodes } from '../../chain/nodes.ts';
import type { Cursor } from '../storing/cursor.ts';
import type { CheckpointRow } from '../storing/row-schemas.ts';
import type { IndexerStore } from '../storing/store.ts';

/** Rolls back when a node's chain differs from the stored chain. */
export interface OtherChain {
  /**
   * Undoes the blocks that the node's chain doesn't have, or everything if the chains differ from
   * the beginning on. Returns the last block that remains, or -1 if everything was deleted.
   * @throws ChainNodeError when one node's answer isn't enough
   */
  undo(node: ChainNode, cursor: Cursor): Promise<number>;
  /**
   * Like `undo`, for a node whose head is below the cursor.
   * @throws ChainNodeError when the node only lags
   */
  behind(node: ChainNode, cursor: Cursor, head: Block): Promise<number>;
  /** Records that the node's chain is the stored chain. */
  agree(): void;
}

export function createOtherChain(deps: {
  readonly nodes: Nodes;
  readonly store: IndexerStore;
  readonly clock: Clock;
  /** Milliseconds for which a single node must report another chain before the index is reset. */
  readonly resetAfterMs: number;
  readonly onUndone?: (blocks: number) => void;
}): OtherChain {
  const { nodes, store, clock, resetAfterMs, onUndone = () => undefined } = deps;
  /** Time since which the single node reports another chain. */
  let since: number | undefined;

  async function undo(node: ChainNode, cursor: Cursor): Promise<number> {
    const checkpoints = await store.checkpoints(0);
    const ancestor = await commonAncestor(node, checkpoints);
    const [oldest] = checkpoints;
    if (ancestor !== undefined) {
      if (ancestor.block === cursor.block)
        throw new ChainNodeError('odd', 'the node returned a block with a wrong parent');
      await store.rollBack(cursor, ancestor);
      onUndone(cursor.block - ancestor.block);
      return ancestor.block;
    }
    if (!(await isOtherChain(node, cursor)) && !(await mostDiffer(node, oldest)))
      throw new ChainNodeError(
        'odd',
        'the node has another chain than was read, deeper than can be undone',
      );
    await store.reset();
    onUndone(cursor.block - cursor.start_block + 1);
    return -1;
  }

  /**
   * Returns true when the chain's beginning differs from the stored beginning. A node may be
   * misconfigured or lie, so most nodes must agree, and a single node must report the other chain
   * for some time. The node from which the stored chain was read has no veto.
   */
  async function isOtherChain(node: ChainNode, cursor: Cursor): Promise<boolean> {
    const start = await blockAt(node, cursor.start_block);
    const differs = (hash: string | undefined) => hash !== undefined && hash !== cursor.start_hash;
    if (!differs(start?.hash)) {
      since = undefined;
      return false;
    }
    if (nodes.lanes.length > 1)
      return mostDiffer(node, { block: cursor.start_block, hash: cursor.start_hash });
    since ??= clock.now();
    return clock.now() - since >= resetAfterMs;
  }

  /** Returns true when more than half of all nodes have another version of a stored block. */
  async function mostDiffer(
    node: ChainNode,
    stored: Pick<CheckpointRow, 'block' | 'hash'> | undefined,
  ): Promise<boolean> {
    if (stored === undefined || nodes.lanes.length === 1) return false;
    const blocks = [
      await blockAt(node, stored.block),
      ...(await nodes.askOthers(node, (other) => blockAt(other, stored.block))),
    ];
    const differing = blocks.filter((block) => block !== undefined && block.hash !== stored.hash);
    return 2 * differing.length > nodes.lanes.length;
  }

  return {
    undo,
    async behind(node, cursor, head) {
      const checkpoints = await store.checkpoints(0);
      const known = checkpoints.filter(({ block }) => block <= head.number).at(-1);
      const theirs = known && (await blockAt(node, known.block));
      if (known === undefined || theirs?.hash !== known.hash) return undo(node, cursor);
      throw new ChainNodeError('odd', 'the node is behind the indexed block');
    },
    agree() {
      since = undefined;
    },
  };
}

/**
 * Returns the newest of the checkpoints (in order) that the node's chain also has; undefined if the
 * chain has none of them. Two chains are equal up to their fork and different after it, so a binary
 * search finds the fork.
 */
async function commonAncestor(
  node: ChainNode,
  checkpoints: readonly CheckpointRow[],
): Promise<CheckpointRow | undefined> {
  let shared = 0;
  let differing = checkpoints.length;
  while (shared < differing) {
    const middle = Math.floor((shared + differing) / 2);
    const checkpoint = checkpoints[middle];
    if (checkpoint === undefined) break;
    const theirs = await blockAt(node, checkpoint.block);
    if (theirs?.hash === checkpoint.hash) shared = middle + 1;
    else differing = middle;
  }
  return checkpoints[shared - 1];
}
