import type { Clock } from '../../../shared/ports.ts';
import { type Block, blockAt } from '../../chain/blocks.ts';
import { type ChainNode, NodeError } from '../../chain/node.ts';
import type { Nodes } from '../../chain/nodes.ts';
import type { Cursor } from '../storing/cursor.ts';
import type { IndexerStore } from '../storing/store.ts';
import { commonAncestor } from './ancestor.ts';

/** Goes back when a node's chain isn't the one that was read. */
export interface OtherChain {
  /**
   * Undoes the blocks that the node doesn't have, or forgets everything when the chain is another
   * one from its beginning. Returns the block that was gone back to, -1 after forgetting.
   * @throws NodeError when the node's word isn't enough
   */
  undo(node: ChainNode, cursor: Cursor): Promise<number>;
  /** Handles a head below the cursor like `undo`. @throws NodeError when the node only lags */
  behind(node: ChainNode, cursor: Cursor, head: Block): Promise<number>;
  /** The node has the chain that was read. */
  agree(): void;
}

export function createOtherChain(deps: {
  readonly nodes: Nodes;
  readonly store: IndexerStore;
  readonly clock: Clock;
  /** How long the only node must report another chain before everything is read anew. */
  readonly resetAfterMs: number;
}): OtherChain {
  const { nodes, store, clock, resetAfterMs } = deps;
  /** Since when the only node reports another chain. */
  let since: number | undefined;

  async function undo(node: ChainNode, cursor: Cursor): Promise<number> {
    const ancestor = await commonAncestor(node, await store.checkpoints(0));
    if (ancestor !== undefined) {
      if (ancestor.block === cursor.block)
        throw new NodeError('odd', 'the node gave a block whose parent is not its own');
      await store.rollBack(cursor, ancestor);
      return ancestor.block;
    }
    if (!(await isOtherChain(node, cursor)))
      throw new NodeError(
        'odd',
        'the node has another chain than was read, deeper than can be undone',
      );
    await store.reset();
    return -1;
  }

  /**
   * Whether the chain isn't the one whose beginning was read. One node may be set up wrongly or lie:
   * all must say so, and the only one for a while.
   */
  async function isOtherChain(node: ChainNode, cursor: Cursor): Promise<boolean> {
    const start = await blockAt(node, cursor.start_block);
    const differs = (hash: string | undefined) => hash !== undefined && hash !== cursor.start_hash;
    if (!differs(start?.hash)) {
      since = undefined;
      return false;
    }
    const others = await nodes.askOthers(node, (other) => blockAt(other, cursor.start_block));
    if (others.length > 0) return others.every((block) => differs(block?.hash));
    since ??= clock.now();
    return clock.now() - since >= resetAfterMs;
  }

  return {
    undo,
    async behind(node, cursor, head) {
      const checkpoints = await store.checkpoints(0);
      const known = checkpoints.filter(({ block }) => block <= head.number).at(-1);
      const theirs = known && (await blockAt(node, known.block));
      if (known === undefined || theirs?.hash !== known.hash) return undo(node, cursor);
      throw new NodeError('odd', 'the node is behind what was read');
    },
    agree() {
      since = undefined;
    },
  };
}
