import type { Hex } from 'viem';
import type { Clock } from '../../../shared/ports.ts';
import type { ChainNode } from '../../chain/node.ts';

/**
 * Tracks blocks whose headers indicate events although a node returned no log. Headers may be wrong
 * (Bloom filters have false positives), so such a block is accepted when two nodes agree, or when
 * the only node repeats its answer. It is read again later in any case.
 */
export interface Doubts {
  /** Records a node's answer; returns true while it shouldn't be accepted. */
  isDoubtful(node: ChainNode, block: { readonly number: number; readonly hash: Hex }): boolean;
  /** Returns blocks that were accepted against their headers and are due to be read again. */
  due(): number[];
  /** Forgets blocks up to this one, or all undone blocks after it. */
  forget(isForgotten: (block: number) => boolean): void;
  /** Number of blocks that were accepted against their headers and may still be undone. */
  readonly size: number;
}

/** How long a single node is asked again before its answer is accepted. */
const TIMEOUT_MS = 10_000;
const AGAIN_MS = 30_000;
/** Bounds the memory when a node has endless such blocks. */
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
      if (doubt.nodes.size < 2 && clock.now() - doubt.since < TIMEOUT_MS) return true;
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
