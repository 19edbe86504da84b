import { toHex } from '../../../shared/bytes.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { Random } from '../../../shared/ports.ts';
import { parseQuantity, quantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Stored } from '../kernel/stored.ts';
import type { Alarms } from '../platform/alarms.ts';
import { createDocumentPlaces } from './document-places.ts';
import type { SubscriptionRows } from './keys.ts';
import {
  createSubscriptionStore,
  type Subscribing,
  type Subscription,
} from './subscription-store.ts';

/** Milliseconds; Base makes a block every two seconds. */
const POLL_MS = 2_000;
/** Maximum number of missed heads that a page gets when its subscription resumes. */
const MAX_HEADS = 64n;
/** Maximum number of blocks whose missed logs a page gets after a pause: a day on Base. */
const MAX_BLOCKS_OF_LOGS = 43_200n;
/** Number of blocks whose logs are read in one round. */
const BLOCKS_A_STEP = 1_000n;
/** Number of a new worker's rounds after which a missing document is treated as gone. */
const ROUNDS_TO_COME_BACK = 5;

export interface Subscriptions {
  /**
   * Starts a subscription. Returns its id, or `undefined` if the document or its site has too many.
   */
  start(input: Subscribing): Promise<string | undefined>;
  stop(documentKey: string, id: string): boolean;
  stopAll(documentKey: string): void;
  stopOf(origin: string): void;
  load(): Promise<void>;
  isUsed(): boolean;
  /** Called when a document opens a port. */
  isBack(documentKey: string): void;
  /** Continues after an unlock, from the last reported block. */
  resume(): void;
}

/**
 * `eth_subscribe` over HTTP: polls the head while a page listens, and reports each new block or log
 * once, even across workers. Needs no WebSocket. Polling pauses without subscribers and while the
 * wallet is locked, so that the worker can stop. After an unlock, pages get at most the last 64
 * missed heads and the missed logs of a day.
 */
export function createSubscriptions(deps: {
  rpcOf: (chainId: number) => Rpc;
  random: Random;
  stored: Stored<SubscriptionRows>;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  now: () => number;
  isUnlocked: () => boolean;
  /** Keeps the worker alive while a page listens. */
  keepAlive: () => void;
  send: (documentKey: string, subscription: string, result: unknown) => void;
}): Subscriptions {
  const places = createDocumentPlaces<Subscribing, Subscription>();
  const open = places.kept;
  const store = createSubscriptionStore({ ...deps, open });
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(subscription: Subscription, reads: RoundReads): Promise<void> {
    const news = await newsOf(subscription, reads(subscription.chainId));
    for (const result of news)
      if (open.has(subscription.id)) deps.send(subscription.documentKey, subscription.id, result);
  }

  /**
   * Counts the rounds that documents missed, and drops subscriptions after too many missed rounds.
   */
  function dropTheGone(): void {
    for (const [id, one] of open) {
      if (one.missed > 0) one.missed += 1;
      if (one.missed > ROUNDS_TO_COME_BACK) open.delete(id);
    }
  }

  async function round(): Promise<void> {
    if (deps.isUnlocked()) {
      dropTheGone();
      const heard = [...open.values()].filter(({ missed }) => missed === 0);
      if (heard.length > 0) deps.keepAlive();
      // If a node doesn't respond, the next round starts from the same block.
      const reads = createRoundReads(deps.rpcOf);
      await Promise.allSettled(heard.map((one) => look(one, reads)));
    }
    await store.keep();
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (timer === undefined && open.size > 0 && deps.isUnlocked()) {
      timer = setTimeout(round, POLL_MS);
    }
  }

  function stopWhere(matches: (one: Subscribing) => boolean): void {
    if (places.remove(matches).length > 0) void store.keepSoon();
  }

  return {
    async start(input) {
      const known = [...open.values()].find(({ requestKey }) => requestKey === input.requestKey);
      if (known !== undefined) return known.id;
      if (!places.reserve(input)) return undefined;
      try {
        const head = parseQuantity(await deps.rpcOf(input.chainId).request('eth_blockNumber', []));
        const id = toHex(deps.random.bytes(16));
        // The document closed during the request and would never stop the subscription.
        if (!places.release(input)) return undefined;
        open.set(id, { ...input, id, head, missed: 0 });
        await store.keepSoon();
        schedule();
        return id;
      } finally {
        places.release(input);
      }
    },
    stop(documentKey, id) {
      const isIts = open.get(id)?.documentKey === documentKey && open.delete(id);
      // If the removal isn't stored, the next worker drops the subscription.
      if (isIts) void store.keepSoon();
      return isIts;
    },
    stopAll: (documentKey) => stopWhere((one) => one.documentKey === documentKey),
    stopOf: (origin) => stopWhere((one) => one.origin === origin),
    async load() {
      for (const { head, ...row } of (await deps.stored.read()) ?? []) {
        open.set(row.id, { ...row, head: BigInt(head), missed: 1 });
      }
      schedule();
    },
    isUsed: () => open.size > 0,
    isBack(documentKey) {
      for (const one of open.values()) if (one.documentKey === documentKey) one.missed = 0;
    },
    resume: schedule,
  };
}

/** Reads the heads or logs that a subscription reports in this round, and moves its head. */
async function newsOf(subscription: Subscription, chain: ChainReads): Promise<readonly unknown[]> {
  const head = await chain.head();
  if (head <= subscription.head) return [];
  const isLogs = subscription.kind === 'logs';
  const most = isLogs ? MAX_BLOCKS_OF_LOGS : MAX_HEADS;
  const reported = head - subscription.head > most ? head - most : subscription.head;
  const to = isLogs && head - reported > BLOCKS_A_STEP ? reported + BLOCKS_A_STEP : head;
  const news = isLogs
    ? await chain.logs(subscription.filter, reported + 1n, to)
    : await headers(chain, reported + 1n, to);
  subscription.head = to;
  return news;
}

async function headers(chain: ChainReads, from: bigint, to: bigint): Promise<unknown[]> {
  const numbers = Array.from({ length: Number(to - from + 1n) }, (_, i) => from + BigInt(i));
  const blocks = await Promise.all(numbers.map(chain.block));
  // A header is a block without its contents.
  return blocks
    .filter(isRecord)
    .map(({ transactions: _t, uncles: _u, size: _s, ...header }) => header);
}

/**
 * Reads of one chain in one round. Each read is sent once, and all subscriptions share its answer.
 */
interface ChainReads {
  head(): Promise<bigint>;
  block(number: bigint): Promise<unknown>;
  /**
   * Returns the logs of these blocks, both included; an empty list if the node's answer isn't a
   * list.
   */
  logs(filter: Readonly<Record<string, unknown>>, from: bigint, to: bigint): Promise<unknown[]>;
}

type RoundReads = (chainId: number) => ChainReads;

/** Shares a round's answers between all subscriptions to the same chain. */
function createRoundReads(rpcOf: (chainId: number) => Rpc): RoundReads {
  const asked = new Map<string, Promise<unknown>>();

  function ask(chainId: number, method: string, params: readonly unknown[]): Promise<unknown> {
    const key = JSON.stringify([chainId, method, params]);
    const answer = asked.get(key) ?? rpcOf(chainId).request(method, params);
    asked.set(key, answer);
    return answer;
  }

  return (chainId) => ({
    head: async () => parseQuantity(await ask(chainId, 'eth_blockNumber', [])),
    block: (number) => ask(chainId, 'eth_getBlockByNumber', [quantity(number), false]),
    async logs(filter, from, to) {
      const range = { fromBlock: quantity(from), toBlock: quantity(to) };
      const answer = await ask(chainId, 'eth_getLogs', [{ ...filter, ...range }]);
      return Array.isArray(answer) ? answer : [];
    },
  });
}
