import { setTimeout as wait } from 'node:timers/promises';
import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import { type ChainNode, ChainNodeError } from '../../shared/chain/logs/chain-node.ts';
import { parseQuantity } from '../../shared/chain/logs/quantity.ts';
import type { Clock } from '../../shared/ports.ts';
import { isLive } from '../live-window.ts';
import { blockAt, latestBlock } from './blocks.ts';
import { createPatience } from './patience.ts';
import { retry } from './timing.ts';

export interface NodeStatus {
  readonly node: ChainNode;
  readonly name: string;
  readonly isWorking: boolean;
  readonly error: string | undefined;
}

/** Several nodes used as one: the first that works is kept until it fails or falls behind. */
export interface Nodes {
  /**
   * Runs work on one node; if that node fails, runs it again on the next. The work must have no
   * effect before it succeeds.
   */
  use<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
  /** Asks every other node at the same time; undefined for each that fails. */
  askOthers<T>(than: ChainNode, work: (node: ChainNode) => Promise<T>): Promise<(T | undefined)[]>;
  /** Highest block that a node has at the last comparison; 0 with one node. */
  highestHead(): number;
  status(): NodeStatus[];
  /** Each node separately, for work that is spread over all nodes. */
  readonly lanes: readonly Lane[];
}

/** One of several nodes. */
export interface Lane {
  readonly node: ChainNode;
  /** Returns true while the node is paused after a failure, or behind the others. */
  isResting(): boolean;
  /** Returns true while the node is paused after a failure. */
  isPaused(): boolean;
  /** Runs work on this node. A failure pauses the node and is thrown. */
  run<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
  /** Like `run`, but a request fails that takes much longer than at the other nodes. */
  runPatiently<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
  fail(error: ChainNodeError): void;
}

/** Rejects a node of another chain: following it would undo every stored block. */
async function requireChain(node: ChainNode): Promise<void> {
  const chainId = await retry(() => node.call('eth_chainId', []));
  if (parseQuantity(chainId) !== CHAIN_ID)
    throw new ChainNodeError('odd', 'the node is on another chain');
}

/** Pause after a failure; it doubles from the first value to the longest. */
const REST_MS = { first: 500, longest: 30_000 };
/** A node further behind the highest head rests: a minute on Base. */
const MOST_BEHIND = 30;
/** Base makes a block every two seconds since its first one. */
const FIRST_BLOCK_AT_MS = 1_686_789_347_000;
const BLOCK_MS = 2_000;
/** Difference of clocks that is allowed; smaller than `MOST_BEHIND`, or it makes others rest. */
const CLOCKS_DIFFER_MS = 30_000;
/** Longest wait for the first comparison of heads; a node that hangs doesn't delay the others. */
const FIRST_HEADS_MS = 1_000;

export function createNodes(
  nodes: readonly ChainNode[],
  clock: Clock,
  /** How often the heads of several nodes are compared; never by default. */
  { compareHeadsMs }: { readonly compareHeadsMs?: number } = {},
): Nodes {
  const patience = createPatience();
  const states = nodes.map((node) => ({
    node,
    patient: patience.patient(node),
    /** Whether it has confirmed our chain id since its last failure. */
    isOurs: false,
    checking: undefined as Promise<void> | undefined,
    failures: 0,
    restsUntil: 0,
    error: undefined as string | undefined,
    head: 0,
    /** Blocks behind the highest head, if that is too many. */
    behind: 0,
    /** Whether its newest block can't exist yet. */
    isEarly: false,
  }));
  type State = (typeof states)[number];
  let preferred = 0;
  let comparedAt = Number.NEGATIVE_INFINITY;

  /** Returns the nodes in order of preference, paused ones last. */
  function order(): State[] {
    const turned = states.map((_, i) => states[(preferred + i) % states.length]);
    const known = turned.filter((state) => state !== undefined);
    return [...known.filter((state) => !isResting(state)), ...known.filter(isResting)];
  }

  const isPaused = (state: State) => isLive(state.restsUntil, REST_MS.longest, clock.now());
  const isResting = (state: State) => state.behind > 0 || state.isEarly || isPaused(state);

  /** Returns true for a block that Base can't have yet: one node invents it. */
  const isTooEarly = (block: number) =>
    FIRST_BLOCK_AT_MS + block * BLOCK_MS > clock.now() + CLOCKS_DIFFER_MS;

  function fail(state: State, error: ChainNodeError): void {
    state.failures++;
    state.isOurs = false;
    const rest = Math.min(REST_MS.first * 2 ** (state.failures - 1), REST_MS.longest);
    state.restsUntil = clock.now() + rest;
    state.error = error.message;
  }

  async function ensureOurs(state: State): Promise<void> {
    if (!state.isOurs) {
      state.checking ??= requireChain(state.patient).finally(() => {
        state.checking = undefined;
      });
      await state.checking;
    }
    state.isOurs = true;
  }

  async function attempt<T>(
    state: State,
    node: ChainNode,
    work: (node: ChainNode) => Promise<T>,
  ): Promise<T> {
    await ensureOurs(state);
    const { failures } = state;
    const result = await work(node);
    // The work itself may find that this node is wrong.
    if (state.failures > failures) return result;
    state.failures = 0;
    state.restsUntil = 0;
    state.error = undefined;
    return result;
  }

  async function run<T>(
    state: State,
    node: ChainNode,
    work: (node: ChainNode) => Promise<T>,
  ): Promise<T> {
    try {
      return await attempt(state, node, work);
    } catch (error) {
      if (error instanceof ChainNodeError) fail(state, error);
      throw error;
    }
  }

  /** Reads all heads. A head counts when its node has that block. */
  async function compareHeads(): Promise<void> {
    const round = new Map<State, number>();
    await Promise.all(
      states.map(async (state) => {
        try {
          await ensureOurs(state);
          const head = await latestBlock(state.patient);
          state.isEarly = isTooEarly(head.number);
          if (state.isEarly) {
            state.head = 0;
            return;
          }
          const same = await blockAt(state.patient, head.number);
          if (same?.hash === head.hash) round.set(state, head.number);
        } catch (error) {
          if (!(error instanceof ChainNodeError)) throw error;
        }
        const highest = Math.max(0, ...round.values());
        for (const [one, head] of round) {
          one.head = head;
          one.behind = highest - head > MOST_BEHIND ? highest - head : 0;
        }
      }),
    );
  }

  async function ensureHeads(): Promise<void> {
    if (compareHeadsMs === undefined || states.length < 2) return;
    if (isLive(comparedAt + compareHeadsMs, compareHeadsMs, clock.now())) return;
    const isFirst = comparedAt === Number.NEGATIVE_INFINITY;
    comparedAt = clock.now();
    // Runs beside the work; only the first comparison is awaited.
    const compared = compareHeads().catch(() => undefined);
    if (isFirst) await Promise.race([compared, wait(FIRST_HEADS_MS, undefined, { ref: false })]);
  }

  return {
    highestHead: () => Math.max(0, ...states.map(({ head }) => head)),
    lanes: states.map((state) => ({
      node: state.node,
      isResting: () => isResting(state),
      isPaused: () => isPaused(state),
      fail: (error) => fail(state, error),
      run: (work) => run(state, state.node, work),
      runPatiently: (work) => run(state, state.patient, work),
    })),
    async use(work) {
      await ensureHeads();
      let last: unknown = new ChainNodeError('down', 'no node is configured');
      for (const state of order()) {
        try {
          const result = await attempt(state, state.patient, work);
          preferred = states.indexOf(state);
          return result;
        } catch (error) {
          if (!(error instanceof ChainNodeError)) throw error;
          fail(state, error);
          last = error;
        }
      }
      throw last;
    },
    askOthers: (than, work) =>
      Promise.all(
        states
          .filter(({ node }) => node !== (than.origin ?? than))
          .map(async ({ patient, isOurs }) => {
            try {
              if (!isOurs) await requireChain(patient);
              return await work(patient);
            } catch (error) {
              // Uses fewer nodes when not enough are configured.
              if (error instanceof ChainNodeError) return undefined;
              throw error;
            }
          }),
      ),
    status: () =>
      states.map(({ node, error, behind, isEarly }) => {
        const late = behind > 0 ? `the node is ${behind} blocks behind the others` : error;
        const problem = isEarly ? 'the node reports a block that cannot exist yet' : late;
        return { node, name: node.name, isWorking: problem === undefined, error: problem };
      }),
  };
}
