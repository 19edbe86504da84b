import { ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import {
  type BlockRange,
  type Log,
  type LogFilter,
  readLogs,
} from '../../../shared/chain/logs/log.ts';
import { pacedNode } from '../../../shared/chain/logs/paced-node.ts';
import type { Lane } from '../../../shared/chain/logs/pool.ts';
import { quantity } from '../../../shared/chain/logs/quantity.ts';
import { readPart } from '../../../shared/chain/logs/read-part.ts';
import { retryWith } from '../../../shared/chain/logs/retry.ts';
import { createNode } from '../../../shared/chain/logs/rpc-node.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import type { NodeProblem } from '../../../shared/positions/position-view.ts';

/** Milliseconds between requests: public nodes allow about one request per second. */
const PAUSE_MS = 1_000;
/** Milliseconds. A node that needs longer gets shorter ranges. */
const TIMEOUT_MS = 10_000;
const MAX_REST_MS = 60_000;
/** Number of failures in a row after which a node is skipped until the next run. */
const MAX_FAILURES = 12;
/** A node is skipped when another node accepts this many times more blocks in a request. */
const SHARE = 20;

export type BlockMatch = 'same' | 'other' | 'none';

/** Reads logs from one node, with the pace and the ranges that the node accepts. */
export interface LogLane extends Lane {
  /** True when the node failed too often in this run. */
  readonly isOut: boolean;
  readonly problem: NodeProblem | undefined;
  /** Begins a run. The run asks a skipped node again. */
  reset(): void;
  /** Returns whether the node has this block, another block, or no block at its number. */
  blockAt(block: { readonly number: number; readonly hash: string }): Promise<BlockMatch>;
  /** Reads a transaction's receipt. Resolves to undefined when the node doesn't respond. */
  receipt(hash: string): Promise<unknown>;
  /**
   * Reads the logs of all filters in the part of a range that the node accepts. Throws failures,
   * including those of `parse`, and adapts the range to them.
   */
  logs<Event>(
    range: BlockRange,
    direction: 'up' | 'down',
    filters: readonly LogFilter[],
    parse: (logs: readonly Log[], part: BlockRange) => readonly Event[],
  ): Promise<{ readonly part: BlockRange; readonly found: { readonly logs: readonly Event[] } }>;
}

export interface LaneDeps {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly pauseMs?: number;
  readonly timeoutMs?: number;
}

/** Creates the lane of one node. `others` returns the wallet's other nodes. */
export function createLogLane(
  url: string,
  { fetch, clock, wait, pauseMs = PAUSE_MS, timeoutMs = TIMEOUT_MS }: LaneDeps,
  others: () => readonly LogLane[],
): LogLane {
  const node = pacedNode(
    createNode({ url, fetch, timeoutMs, redirect: 'follow' }),
    1_000 / pauseMs,
    {
      elapsed: clock.now,
      wait,
    },
  );
  const { range } = node.limits;
  let restsUntil = 0;
  let failures = 0;
  let problem: NodeProblem | undefined;

  function noteProblem(reason: NodeProblem['reason'] | 'odd', blocks = 0): void {
    problem = { host: node.name, reason: reason === 'odd' ? 'down' : reason, blocks };
  }

  /** Returns true for a node whose small ranges would delay all other nodes. */
  const isTooNarrow = () =>
    range.isLimited &&
    others().some((lane) => !lane.isOut && lane.node.limits.range.length > range.length * SHARE);
  const isOut = () => failures >= MAX_FAILURES;

  return {
    node,
    get isOut() {
      return isOut();
    },
    isResting: () => isOut() || isTooNarrow(),
    get problem() {
      return problem;
    },
    reset() {
      failures = 0;
      problem = undefined;
    },
    async blockAt({ number, hash }) {
      try {
        const params = [quantity(number), false];
        const block = await retryWith(wait, () => node.call('eth_getBlockByNumber', params));
        const isKnown = isRecord(block);
        if (isKnown && block.hash === hash) return 'same';
        noteProblem(isKnown ? 'disagrees' : 'lags');
        return isKnown ? 'other' : 'none';
      } catch (error) {
        noteProblem(error instanceof ChainNodeError ? error.code : 'down');
        return 'none';
      }
    },
    async receipt(hash) {
      try {
        return await node.call('eth_getTransactionReceipt', [hash]);
      } catch {
        return undefined;
      }
    },
    async logs(span, direction, filters, parse) {
      let blocks = 0;
      const ask = async (part: BlockRange) => {
        blocks = part.to - part.from + 1;
        const logs: Log[] = [];
        for (const filter of filters) logs.push(...(await readLogs(node, part, filter, wait)));
        return { logs: parse(logs, part) };
      };
      try {
        const rest = restsUntil - clock.now();
        if (rest > 0) await wait(rest);
        const read = await readPart(node, span, ask, direction);
        failures = 0;
        problem = undefined;
        return read;
      } catch (error) {
        failures += 1;
        noteProblem(error instanceof ChainNodeError ? error.code : 'down', blocks);
        restsUntil = clock.now() + Math.min(pauseMs * 2 ** failures, MAX_REST_MS);
        throw error;
      }
    },
  };
}
