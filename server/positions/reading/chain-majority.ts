import { type ChainNode, ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import type { Clock } from '../../../shared/ports.ts';
import { blockAt, latestBlock } from '../../chain/blocks.ts';
import type { Nodes } from '../../chain/nodes.ts';
import { isLive } from '../../live-window.ts';
import { within } from '../../within.ts';

const EVERY_MS = 10_000;
/** Maximum milliseconds to wait for a node. A hanging node must not delay the others. */
const MAX_MS = 2_000;
/** Blocks below the heads at which chains are compared. The newest blocks often differ. */
const BELOW_HEADS = 64;

/**
 * Compares a node's chain with the chains of the other nodes. The chain id isn't enough, because a
 * test fork has the same id as the real chain.
 */
export interface ChainMajority {
  /**
   * Compares the chains, at most once in some seconds per node.
   * @throws ChainNodeError when more nodes have another chain than have this node's chain
   */
  ensure(node: ChainNode): Promise<void>;
  /** True if as many nodes contradicted the last node as agreed with it. */
  readonly isContradicted: boolean;
}

export function createChainMajority(
  nodes: Pick<Nodes, 'askOthers' | 'lanes'>,
  clock: Clock,
): ChainMajority {
  const comparedAt = new Map<ChainNode, number>();
  let isContradicted = false;

  async function askOthers<T>(node: ChainNode, work: (other: ChainNode) => Promise<T>) {
    const answers = await within(MAX_MS, nodes.askOthers(node, work), () => []);
    return answers.filter((answer) => answer !== undefined);
  }

  return {
    get isContradicted() {
      return isContradicted;
    },
    async ensure(node) {
      const key = node.origin ?? node;
      if (nodes.lanes.length === 1) return;
      const last = comparedAt.get(key);
      if (last !== undefined && isLive(last + EVERY_MS, EVERY_MS, clock.now())) return;
      const others = await askOthers(node, latestBlock);
      const heads = [await latestBlock(node), ...others].map(({ number }) => number);
      // The second highest head, so that at least two nodes have this block.
      const [, second] = heads.toSorted((a, b) => b - a);
      if (second !== undefined) {
        const at = Math.max(0, second - BELOW_HEADS);
        const own = await blockAt(node, at);
        const theirs = await askOthers(node, (other) => blockAt(other, at));
        const hashes = theirs.map(({ hash }) => hash);
        const countOf = (hash: string) => hashes.filter((one) => one === hash).length;
        if (own !== undefined) {
          const against = Math.max(0, ...hashes.filter((hash) => hash !== own.hash).map(countOf));
          const inFavour = 1 + countOf(own.hash);
          isContradicted = against >= inFavour;
          if (against > inFavour)
            throw new ChainNodeError('odd', 'most nodes have another chain than this one');
        }
      }
      comparedAt.set(key, clock.now());
    },
  };
}
