import type { ChainNode } from '../../chain/node.ts';
import { ChainNodeError } from '../../chain/node.ts';
import type { Nodes } from '../../chain/nodes.ts';
import type { CheckpointRow } from '../storing/row-schemas.ts';
import type { Range } from './read-range.ts';

/**
 * Reads blocks again, from other nodes if there are any, and compares the number of events. Returns
 * the first block with more events than stored; undefined when there isn't one. A node that returns
 * fewer is missing some.
 * @throws ChainNodeError when no node could read them
 */
export async function firstIncomplete(input: {
  readonly node: ChainNode;
  readonly nodes: Nodes;
  readonly checkpoints: readonly CheckpointRow[];
  readonly read: (node: ChainNode) => Promise<Range>;
}): Promise<{ readonly block: number; readonly isOfAnother: boolean } | undefined> {
  const { node, nodes, checkpoints, read } = input;
  const others = (await nodes.askOthers(node, read)).filter((range) => range !== undefined);
  const isOfAnother = others.length > 0;
  const readings = isOfAnother ? others : [await read(node)];
  const counted = new Map(checkpoints.map((checkpoint) => [checkpoint.block, checkpoint]));
  const incomplete = readings.flatMap(({ blocks }) =>
    blocks
      .filter(({ number, hash, events }) => {
        const known = counted.get(number);
        // Another version of the block is a reorganization, which normal reading detects.
        if (known !== undefined && known.hash !== hash) return false;
        return events > (known?.events ?? 0);
      })
      .map(({ number }) => number),
  );
  return incomplete.length === 0 ? undefined : { block: Math.min(...incomplete), isOfAnother };
}

/** Returns the newest checkpoint before a block. */
export function pointBefore(
  checkpoints: readonly CheckpointRow[],
  block: number,
): CheckpointRow | undefined {
  return checkpoints.filter((checkpoint) => checkpoint.block < block).at(-1);
}

/** The error for a node that omitted logs which another returned. */
export function leftOut(): ChainNodeError {
  return new ChainNodeError('odd', 'the node omitted logs that another node returned');
}
