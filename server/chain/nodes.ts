import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import type { Clock } from '../../shared/ports.ts';
import { isLive } from '../live-window.ts';
import { parseQuantity } from './blocks.ts';
import { type ChainNode, ChainNodeError } from './node.ts';
import { retry } from './retry.ts';

export interface NodeStatus {
  readonly node: ChainNode;
  readonly name: string;
  readonly isWorking: boolean;
  readonly error: string | undefined;
}

/** Several nodes used as one: the first that works is kept until it fails. */
export interface Nodes {
  /**
   * Runs work on one node; if that node fails, runs it again on the next. The work must have no
   * effect before it succeeds. A refused range isn't retried; it is thrown at once.
   */
  use<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
  /** Asks every other node at the same time; undefined for each that fails. */
  askOthers<T>(than: ChainNode, work: (node: ChainNode) => Promise<T>): Promise<(T | undefined)[]>;
  status(): NodeStatus[];
  /** Each node separately, for work that is spread over all nodes. */
  readonly lanes: readonly Lane[];
}

/** One of several nodes. */
export interface Lane {
  readonly node: ChainNode;
  /** Epoch milliseconds until which the node is paused after a failure. */
  restsUntil(): number;
  /** Runs work on this node. A failure pauses the node and is thrown. */
  run<T>(work: (node: ChainNode) => Promise<T>): Promise<T>;
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

export function createNodes(nodes: readonly ChainNode[], clock: Clock): Nodes {
  const states = nodes.map((node) => ({
    node,
    /** Whether it has confirmed our chain id since its last failure. */
    isOurs: false,
    checking: undefined as Promise<void> | undefined,
    failures: 0,
    restsUntil: 0,
    error: undefined as string | undefined,
  }));
  let preferred = 0;

  /** Returns the nodes in order of preference, paused ones last. */
  function order() {
    const now = clock.now();
    const turned = states.map((_, i) => states[(preferred + i) % states.length]);
    const known = turned.filter((state) => state !== undefined);
    return [
      ...known.filter((state) => !isResting(state, now)),
      ...known.filter((state) => isResting(state, now)),
    ];
  }

  const isResting = (state: { readonly restsUntil: number }, now: number) =>
    isLive(state.restsUntil, REST_MS.longest, now);

  function fail(state: (typeof states)[number], error: ChainNodeError): void {
    state.failures++;
    state.isOurs = false;
    const rest = Math.min(REST_MS.first * 2 ** (state.failures - 1), REST_MS.longest);
    state.restsUntil = clock.now() + rest;
    state.error = error.message;
  }

  async function attempt<T>(
    state: (typeof states)[number],
    work: (node: ChainNode) => Promise<T>,
  ): Promise<T> {
    if (!state.isOurs) {
      state.checking ??= requireChain(state.node).finally(() => {
        state.checking = undefined;
      });
      await state.checking;
    }
    state.isOurs = true;
    const result = await work(state.node);
    state.failures = 0;
    state.restsUntil = 0;
    state.error = undefined;
    return result;
  }

  return {
    lanes: states.map((state) => ({
      node: state.node,
      restsUntil: () => (isResting(state, clock.now()) ? state.restsUntil : 0),
      fail: (error) => fail(state, error),
      async run(work) {
        try {
          return await attempt(state, work);
        } catch (error) {
          if (error instanceof ChainNodeError) fail(state, error);
          throw error;
        }
      },
    })),
    async use(work) {
      let last: unknown = new ChainNodeError('down', 'no node is configured');
      for (const state of order()) {
        try {
          const result = await attempt(state, work);
          preferred = states.indexOf(state);
          return result;
        } catch (error) {
          if (!(error instanceof ChainNodeError) || error.code === 'range') throw error;
          fail(state, error);
          last = error;
        }
      }
      throw last;
    },
    askOthers: (than, work) =>
      Promise.all(
        states
          .filter(({ node }) => node !== than)
          .map(async ({ node, isOurs }) => {
            try {
              if (!isOurs) await requireChain(node);
              return await work(node);
            } catch (error) {
              // Uses fewer nodes when not enough are configured.
              if (error instanceof ChainNodeError) return undefined;
              throw error;
            }
          }),
      ),
    status: () =>
      states.map(({ node, error }) => ({
        node,
        name: node.name,
        isWorking: error === undefined,
        error,
      })),
  };
}
