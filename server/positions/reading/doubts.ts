import type { Hex } from 'viem';
import type { Clock } from '../../../shared/ports.ts';
import type { ChainNode } from '../../chain/node.ts';

/**
 * Blocks whose headers tell of events of which a node gives no log. Headers may be wrong about that
 * (blooms have false positives), so that a block is believed at last: when two nodes agree, or when
 * the only one stays with its word. Believed or not, it is read again later.
 */
export interface Doubts {
  /** Notes what a node said; true as long as it is not to be believed. */
  isDoubtful(node: ChainNode, block: { readonly number: number; readonly hash: Hex }): boolean;
  /** Blocks that were believed against their headers and whose turn to be read again has come. */
  due(): number[];
  /** Forgets blocks up to this one, or all after it that were undone. */
  forget(isForgotten: (block: number) => boolean): void;
  /** Blocks that were believed against their headers and may still be undone. */
  readonly size: number;
}

/** How long a single node is asked again before it is believed. */
const PATIENCE_MS = 10_000;
const AGAIN_MS = 30_000;
/** A node that has such blocks without end is no reason to grow. */
const MOST = 1_000;

export function createDoubts(clock: Clock): Doubts {
  const open = new Map<Hex, { readonly since: number; readonly nodes: Set<ChainNode> }>();
  const believed = new Map<number, number>();

  return {
    isDoubtful(node, { number, hash }) {
      const doubt = open.get(hash) ?? { since: clock.now(), nodes: new Set() };
      doubt.nodes.add(node);
      open.set(hash, doubt);
      for (const oldest of open.keys()) {
        if (open.size <= MOST) break;
        open.delete(oldest);
      }
      if (doubt.nodes.size < 2 && clock.now() - doubt.since < PATIENCE_MS) return true;
      if (believed.size < MOST && !believed.has(number)) believed.set(number, clock.now());
      return false;
    },
    due() {
      const now = clock.now();
      const blocks = [...believed].filter(([, at]) => now - at >= AGAIN_MS).map(([block]) => block);
      for (const block of blocks) believed.set(block, now);
      return blocks;
    },
    forget(isForgotten) {
      for (const block of believed.keys()) if (isForgotten(block)) believed.delete(block);
      if (believed.size === 0) open.clear();
    },
    get size() {
      return believed.size;
    },
  };
}
