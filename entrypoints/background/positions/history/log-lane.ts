import { createLogRange } from '../../../../shared/chain/log-range.ts';
import { type NodeRefusal, refusalOf } from '../../../../shared/chain/node-refusal.ts';
import type { NodeProblem } from '../../../../shared/messages/positions.ts';
import type { Clock, Fetch, Wait } from '../../../../shared/ports.ts';
import { NodeError } from '../../../../shared/rpc/codes.ts';
import { askEndpoint, BusyError } from '../../chain/ask-endpoint.ts';
import { quantity } from '../../chain/quantities.ts';

/** Public nodes allow about one request a second. */
const PAUSE_MS = 1_000;
/** Time limit in milliseconds: a node that hangs gets shorter ranges. */
const TIMEOUT_MS = 10_000;
const LONGEST_REST_MS = 60_000;
/** Failures in a row after which a node is skipped until the next run. */
const MOST_FAILURES = 12;
const BLOCK_TRIES = 4;
const BUSY_TRIES = 4;

/** Blocks from `from` to `to`, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Addresses and topics of the wanted logs, as `eth_getLogs` takes them. */
export interface LogFilter {
  readonly address: readonly string[];
  readonly topics: readonly (readonly string[] | string | null)[];
}

/** Whether a node has this very block at its number, another one, or none. */
export type BlockMatch = 'same' | 'other' | 'none';

/** One node to read logs from, at the pace and in the ranges that it accepts. */
export interface LogLane {
  /** Host and port. */
  readonly host: string;
  /** Number of blocks of the next request. */
  readonly length: number;
  /** True after it refused a longer range. */
  readonly isLimited: boolean;
  /** True when it failed too often for this run. */
  readonly isOut: boolean;
  readonly problem: NodeProblem | undefined;
  /** Begins a run and gives a skipped node another chance. */
  reset(): void;
  /** Returns whether the node has this very block, another one in its place, or none. */
  blockAt(block: { readonly number: number; readonly hash: string }): Promise<BlockMatch>;
  /** Reads a transaction's receipt. Resolves to undefined when the node doesn't respond. */
  receipt(hash: string): Promise<unknown>;
  /**
   * Reads the logs of all filters. Learns from a failure, also from one that `parse` throws, and
   * throws it.
   */
  logs<Event>(
    span: Span,
    filters: readonly LogFilter[],
    parse: (logs: readonly unknown[]) => readonly Event[],
  ): Promise<readonly Event[]>;
}

export interface LaneDeps {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly pauseMs?: number;
  readonly timeoutMs?: number;
}

/** Returns host and port: paths and queries hold keys. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'node';
}

export function createLogLane(url: string, deps: LaneDeps): LogLane {
  const { clock, wait, pauseMs = PAUSE_MS, timeoutMs = TIMEOUT_MS } = deps;
  const host = hostOf(url);
  const range = createLogRange();
  let readyAt = 0;
  let id = 0;
  let failures = 0;
  let problem: NodeProblem | undefined;
  /** Most addresses in a filter. */
  let addresses = Number.POSITIVE_INFINITY;

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const left = readyAt - clock.now();
    if (left > 0) await wait(left);
    id += 1;
    try {
      return await askEndpoint({ fetch: deps.fetch, timeoutMs }, url, { id, method, params });
    } finally {
      readyAt = clock.now() + pauseMs;
    }
  }

  /** Retries after a pause when the node limits the rate: the request itself is fine. */
  async function askWithRests(method: string, params: readonly unknown[]): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      try {
        return await ask(method, params);
      } catch (error) {
        if (refusalIn(error).kind !== 'busy' || tries === BUSY_TRIES) throw error;
        rest(error, tries);
      }
    }
  }

  /** Asks in as many filters as the node's limit of addresses requires. */
  async function askByAddresses(blockRange: object, { address, topics }: LogFilter) {
    const found: unknown[] = [];
    for (let rest = address; rest.length > 0; ) {
      const part = rest.slice(0, addresses);
      try {
        const asked = { ...blockRange, address: part, topics };
        const answer = await askWithRests('eth_getLogs', [asked]);
        if (!Array.isArray(answer)) throw new TypeError('not a list of logs');
        found.push(...answer);
        rest = rest.slice(part.length);
      } catch (error) {
        const { kind, limit = 0 } = refusalIn(error);
        if (kind !== 'addresses' || part.length === 1) throw error;
        const isNamed = limit > 0 && limit < part.length;
        addresses = isNamed ? limit : Math.floor(part.length / 2);
      }
    }
    return found;
  }

  /** Pauses the node: for the time it asked for, or twice as long each time. */
  function rest(error: unknown, times: number): void {
    const own = error instanceof BusyError ? error.retryAfterMs : undefined;
    const wanted = Math.max(pauseMs, own ?? pauseMs * 2 ** Math.min(times, 6));
    readyAt = clock.now() + Math.min(wanted, LONGEST_REST_MS);
  }

  function learn(blocks: number, error: unknown): void {
    failures += 1;
    const { kind, limit } = refusalIn(error);
    problem = { host, reason: kind, blocks };
    if (kind === 'addresses') return;
    if (kind === 'range') {
      range.refuse(blocks, { limit, isPassing: false });
      return;
    }
    rest(error, failures);
    // A slower pace cures `busy`; fewer blocks can cure a failure without a reason.
    if (kind === 'down') range.refuse(blocks, { limit: undefined, isPassing: true });
  }

  return {
    host,
    get length() {
      return range.length;
    },
    get isLimited() {
      return range.isLimited;
    },
    get isOut() {
      return failures >= MOST_FAILURES;
    },
    get problem() {
      return problem;
    },
    reset() {
      failures = 0;
      problem = undefined;
    },
    async blockAt({ number, hash }) {
      for (let tries = 1; ; tries++) {
        try {
          const block = await ask('eth_getBlockByNumber', [quantity(number), false]);
          const isKnown = typeof block === 'object' && block !== null && 'hash' in block;
          if (isKnown && block.hash === hash) return 'same';
          problem = { host, reason: isKnown ? 'disagrees' : 'lags', blocks: 0 };
          return isKnown ? 'other' : 'none';
        } catch (error) {
          problem = { host, reason: refusalIn(error).kind, blocks: 0 };
          if (tries === BLOCK_TRIES) return 'none';
          rest(error, tries);
        }
      }
    },
    async receipt(hash) {
      try {
        return await ask('eth_getTransactionReceipt', [hash]);
      } catch {
        return undefined;
      }
    },
    async logs({ from, to }, filters, parse) {
      const blocks = to - from + 1;
      try {
        const found: unknown[] = [];
        const blockRange = { fromBlock: quantity(from), toBlock: quantity(to) };
        for (const filter of filters) found.push(...(await askByAddresses(blockRange, filter)));
        const events = parse(found);
        range.accept(blocks, found.length);
        failures = 0;
        problem = undefined;
        return events;
      } catch (error) {
        learn(blocks, error);
        throw error;
      }
    },
  };
}

function refusalIn(error: unknown): NodeRefusal {
  if (error instanceof NodeError) return refusalOf('eth_getLogs', error.body);
  if (!(error instanceof BusyError)) return { kind: 'down' };
  if (error.error !== undefined) return refusalOf('eth_getLogs', error.error.body);
  return { kind: error.status === 429 ? 'busy' : 'down' };
}
