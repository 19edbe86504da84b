import { blockAt } from '../../chain/blocks.ts';
import type { ChainNode } from '../../chain/node.ts';
import type { CheckpointRow } from '../storing/row-schemas.ts';

/**
 * The newest of the checkpoints (in order) that the node's chain has too; undefined when it has none.
 * Two chains share everything up to their fork and nothing after it, so halving finds it.
 */
export async function commonAncestor(
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
