import { setTimeout as wait } from 'node:timers/promises';
import { type ChainNode, ChainNodeError } from '../../shared/chain/logs/chain-node.ts';
import type { Clock } from '../../shared/ports.ts';
import { isLive } from '../live-window.ts';
import { blockAt, latestBlock } from './blocks.ts';
import { createPatience } from './patience.ts';
import { createTrackedNode, type Lane, type NodeStatus, type TrackedNode } from './tracked-node.ts';

/** Several nodes used as one: the first working node is used until it fails or falls behind. */
export interface Nodes {
  /**
   * Runs work on one node. If the node fails, runs the work on the next node. The work must have no
   * effects before it succeeds.
   */
  use<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
  /** Asks all nodes but `than` at the same time. The result of a failing node is undefined. */
  askOthers<T>(than: ChainNode, work: (node: ChainNode) => Promise<T>): Promise<(T | undefined)[]>;
  /** Returns the highest block that any node had at the last comparison; 0 with a single node. */
  highestHead(): number;
  status(): NodeStatus[];
  /** All nodes, to spread work over them. */
  readonly lanes: readonly Lane[];
}

/**
 * A node that is more than this many blocks behind the highest head rests. 30 blocks are a minute
 * on Base.
 */
const MAX_BEHIND = 30;
/** Time of Base's first block, after which a block follows every two seconds. */
const FIRST_BLOCK_AT_MS = 1_686_789_347_000;
const BLOCK_MS = 2_000;
/** Milliseconds by which clocks may differ: less than the time of `MAX_BEHIND` blocks. */
const CLOCKS_DIFFER_MS = 30_000;
/** Maximum milliseconds to wait for the first comparison, if a node hangs. */
const FIRST_HEADS_MS = 1_000;

export function createNodes(
  nodes: readonly ChainNode[],
  clock: Clock,
  /** Milliseconds between comparisons of the nodes' heads. Default: no comparisons. */
  { compareHeadsMs }: { readonly compareHeadsMs?: number } = {},
): Nodes {
  const patience = createPatience();
  const tracked = nodes.map((node) => createTrackedNode(node, patience.patient(node), clock));
  let preferred = 0;
  let comparedAt = Number.NEGATIVE_INFINITY;

  /** Returns the nodes in order of preference, with the resting nodes last. */
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
    // The comparison runs in parallel with the work. Only the first comparison is awaited.
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
              // A failing node has no result.
              if (error instanceof ChainNodeError) return undefined;
              throw error;
            }
          }),
      ),
    status: () => tracked.map(({ status }) => status()),
  };
}

/** Reads all heads. Ignores the head of a node that doesn't also return the head's block. */
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

/** Returns true for a block that Base can't have yet, so the node invented it. */
function isTooEarly(block: number, now: number): boolean {
  return FIRST_BLOCK_AT_MS + block * BLOCK_MS > now + CLOCKS_DIFFER_MS;
}
