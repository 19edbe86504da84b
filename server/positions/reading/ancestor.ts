import type { ChainNode } from '../../../shared/chain/logs/chain-node.ts';
import { blockAt } from '../../chain/blocks.ts';
import type { CheckpointRow } from '../storing/row-schemas.ts';

/**
 * Returns the newest of the checkpoints (in order) that the node's chain also has; undefined when
 * it has none. Two chains are equal up to their fork and different after it, so a binary search
 * finds it.
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
