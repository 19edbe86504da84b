import { setTimeout as wait } from 'node:timers/promises';
import { type ChainNode, ChainNodeError } from '../../shared/chain/logs/chain-node.ts';
import type { Clock } from '../../shared/ports.ts';
import { isLive } from '../live-window.ts';
import { blockAt, latestBlock } from './blocks.ts';
import { createPatience } from './patience.ts';
import { createTrackedNode, type Lane, type NodeStatus, type TrackedNode } from './tracked-node.ts';

/** Several nodes used as one: the first working node is kept until it fails or falls behind. */
export interface Nodes {
  /**
   * Runs work on one node, and on the next one if that fails. Until it succeeds, the work must have
   * no effect.
   */
  use<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
  /** Asks all other nodes at the same time. The result of a failing node is undefined. */
  askOthers<T>(than: ChainNode, work: (node: ChainNode) => Promise<T>): Promise<(T | undefined)[]>;
  /** Returns the highest block that any node had at the last comparison; 0 with one node. */
  highestHead(): number;
  status(): NodeStatus[];
  /** Each node separately, to spread work over all nodes. */
  readonly lanes: readonly Lane[];
}

/** A node that is more blocks than this (a minute on Base) behind the highest head rests. */
const MAX_BEHIND = 30;
/** Time of Base's first block. Since then, there is one every two seconds. */
const FIRST_BLOCK_AT_MS = 1_686_789_347_000;
const BLOCK_MS = 2_000;
/** Milliseconds by which clocks may differ; less than the time of `MAX_BEHIND` blocks. */
const CLOCKS_DIFFER_MS = 30_000;
/** Maximum milliseconds to wait for the first comparison: a hanging node must not delay others. */
const FIRST_HEADS_MS = 1_000;

export function createNodes(
  nodes: readonly ChainNode[],
  clock: Clock,
  /** Milliseconds between comparisons of the nodes' heads. Default: never. */
  { compareHeadsMs }: { readonly compareHeadsMs?: number } = {},
): Nodes {
  const patience = createPatience();
  const tracked = nodes.map((node) => createTrackedNode(node, patience.patient(node), clock));
  let preferred = 0;
  let comparedAt = Number.NEGATIVE_INFINITY;

  /** Returns the nodes in order of preference, resting ones last. */
  function order(): TrackedNode[] {
    const turned = [...tracked.slice(preferred), ...tracked.slice(0, preferred)];
    return [
      ...turned.filter((one) => !one.isResting()),
      ...turned.filter((one) => one.isResting()),
    ];
  }

  async function ensureHeads(): Promise<void> {
    if (compareHeadsMs === undefined || tracked.length < 2) return;
    if (isLive(comparedAt + compareHeadsMs, compareHeadsMs, clock.now())) return;
    const isFirst = comparedAt === Number.NEGATIVE_INFINITY;
    comparedAt = clock.now();
    // Runs in parallel with the work; only the first comparison is awaited.
    const compared = compareHeads(tracked, clock).catch(() => undefined);
    if (isFirst) await Promise.race([compared, wait(FIRST_HEADS_MS, undefined, { ref: false })]);
  }

  return {
    highestHead: () => Math.max(0, ...tracked.map(({ heads }) => heads().newest)),
    lanes: tracked,
    async use(work) {
      await ensureHeads();
      let last: unknown = new ChainNodeError('down', 'no node is configured');
      for (const one of order()) {
        try {
          const result = await one.runPatiently(work);
          preferred = tracked.indexOf(one);
          return result;
        } catch (error) {
          if (!(error instanceof ChainNodeError)) throw error;
          last = error;
        }
      }
      throw last;
    },
    askOthers: (than, work) =>
      Promise.all(
        tracked
          .filter(({ node }) => node !== (than.origin ?? than))
          .map(async (one) => {
            try {
              return await one.ask(work);
            } catch (error) {
              // The node's failure only means one answer fewer.
              if (error instanceof ChainNodeError) return undefined;
              throw error;
            }
          }),
      ),
    status: () => tracked.map(({ status }) => status()),
  };
}

/** Reads all heads. A head counts only if its node has that block. */
async function compareHeads(tracked: readonly TrackedNode[], clock: Clock): Promise<void> {
  const round = new Map<TrackedNode, number>();
  await Promise.all(
    tracked.map(async (one) => {
      try {
        await one.ask(async (node) => {
          const head = await latestBlock(node);
          const isEarly = isTooEarly(head.number, clock.now());
          one.noteHeads(isEarly ? { isEarly, newest: 0 } : { isEarly });
          if (isEarly) return;
          const same = await blockAt(node, head.number);
          if (same?.hash === head.hash) round.set(one, head.number);
        });
      } catch (error) {
        if (!(error instanceof ChainNodeError)) throw error;
      }
      const highest = Math.max(0, ...round.values());
      for (const [other, newest] of round)
        other.noteHeads({ newest, behind: highest - newest > MAX_BEHIND ? highest - newest : 0 });
    }),
  );
}

/** Returns true for a block that Base can't have yet: the node has invented it. */
function isTooEarly(block: number, now: number): boolean {
  return FIRST_BLOCK_AT_MS + block * BLOCK_MS > now + CLOCKS_DIFFER_MS;
}
