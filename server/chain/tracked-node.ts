import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import { type ChainNode, ChainNodeError } from '../../shared/chain/logs/chain-node.ts';
import { parseQuantity } from '../../shared/chain/logs/quantity.ts';
import type { Clock } from '../../shared/ports.ts';
import { isLive } from '../live-window.ts';
import { retry } from './timing.ts';

export interface NodeStatus {
  readonly node: ChainNode;
  readonly name: string;
  readonly isWorking: boolean;
  readonly error: string | undefined;
}

export interface Lane {
  readonly node: ChainNode;
  /** Returns true while the node is paused after a failure, or behind the other nodes. */
  isResting(): boolean;
  /** Returns true while the node is paused after a failure. */
  isPaused(): boolean;
  /** Runs work on this node. If the work fails, pauses the node and throws the failure. */
  run<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
  /** Like `run`, but rejects if a request takes much longer than at the other nodes. */
  runPatiently<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
  fail(error: ChainNodeError): void;
}

/** A node's newest block, as of the last comparison of all heads. */
interface Heads {
  readonly newest: number;
  /** Number of blocks behind the highest head; 0 up to a tolerance. */
  readonly behind: number;
  /** True if the node's newest block can't exist yet. */
  readonly isEarly: boolean;
}

/** A node with its failures, its pauses and its newest block. */
export interface TrackedNode extends Lane {
  /** Runs work whose failure or success doesn't affect the node's pauses. */
  ask<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
  heads(): Heads;
  noteHeads(change: Partial<Heads>): void;
  status(): NodeStatus;
}

/** Milliseconds of the pause after a failure; each further failure doubles it. */
const REST_MS = { first: 500, longest: 30_000 };

/** Tracks a node. `patient` is the same node with requests that fail when they take too long. */
export function createTrackedNode(node: ChainNode, patient: ChainNode, clock: Clock): TrackedNode {
  /** True if the node has reported our chain id since its last failure. */
  let isOurs = false;
  let checking: Promise<void> | undefined;
  let failures = 0;
  let restsUntil = 0;
  let error: string | undefined;
  let heads: Heads = { newest: 0, behind: 0, isEarly: false };

  const isPaused = () => isLive(restsUntil, REST_MS.longest, clock.now());

  function fail({ message }: ChainNodeError): void {
    failures++;
    isOurs = false;
    restsUntil = clock.now() + Math.min(REST_MS.first * 2 ** (failures - 1), REST_MS.longest);
    error = message;
  }

  async function ensureOurs(): Promise<void> {
    if (!isOurs) {
      checking ??= ensureChain(patient).finally(() => {
        checking = undefined;
      });
      await checking;
    }
    isOurs = true;
  }

  async function run<T>(through: ChainNode, work: (node: ChainNode) => Promise<T>): Promise<T> {
    try {
      await ensureOurs();
      const before = failures;
      const result = await work(through);
      // The work itself may have counted a failure, because the node serves another chain.
      if (failures > before) return result;
      failures = 0;
      restsUntil = 0;
      error = undefined;
      return result;
    } catch (cause) {
      if (cause instanceof ChainNodeError) fail(cause);
      throw cause;
    }
  }

  return {
    node,
    isPaused,
    isResting: () => heads.behind > 0 || heads.isEarly || isPaused(),
    fail,
    run: (work) => run(node, work),
    runPatiently: (work) => run(patient, work),
    async ask(work) {
      await ensureOurs();
      return work(patient);
    },
    heads: () => heads,
    noteHeads(change) {
      heads = { ...heads, ...change };
    },
    status() {
      const late =
        heads.behind > 0 ? `the node is ${heads.behind} blocks behind the others` : error;
      const problem = heads.isEarly ? 'the node reports a block that cannot exist yet' : late;
      return { node, name: node.name, isWorking: problem === undefined, error: problem };
    },
  };
}

/** Rejects a node of another chain, because following that chain would undo every stored block. */
async function ensureChain(node: ChainNode): Promise<void> {
  const chainId = await retry(() => node.call('eth_chainId', []));
  if (parseQuantity(chainId) !== CHAIN_ID)
    throw new ChainNodeError('odd', 'the node is on another chain');
}
