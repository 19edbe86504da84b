import { toHex } from '../../../shared/bytes.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { Random } from '../../../shared/ports.ts';
import { parseQuantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { Stored } from '../state/stored.ts';
import type { SubscriptionRows } from '../state/stored-keys.ts';
import { type ChainReads, createRoundReads, type RoundReads } from './round-reads.ts';

/** Base makes a block every two seconds. */
const POLL_MS = 2_000;
/** Most missed heads that a page receives when it resumes. */
const MOST_HEADS = 64n;
/** Most blocks whose missed logs a page receives when it resumes: a day on Base. */
const MOST_BLOCKS_OF_LOGS = 43_200n;
/** Blocks whose logs one round reads. */
const BLOCKS_A_STEP = 1_000n;
const MAX_PER_DOCUMENT = 32;
/** Subscriptions of one site's documents, in all its tabs and frames. */
const MAX_PER_SITE = 128;
/**
 * Minimum milliseconds between writes: a page that subscribes and unsubscribes in a loop must stay
 * cheap.
 */
const KEEP_MS = 1_000;
/** Interval of the alarm that wakes a dead worker; the browser allows no shorter one. */
const WAKE_MS = 30_000;
/** Rounds of a new worker after which a missing document counts as gone. */
const ROUNDS_TO_COME_BACK = 5;
const SUBSCRIPTION_ALARM = 'subscriptions';

interface Subscription {
  readonly id: string;
  /** The request that started it: a repeated one gets the same id after worker death. */
  readonly requestKey: string;
  readonly origin: string;
  /** The site in the address bar of the document's tab. */
  readonly site: string;
  readonly documentKey: string;
  readonly chainId: number;
  readonly kind: 'newHeads' | 'logs';
  /** `address` and `topics` of `eth_getLogs`. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The last reported block. */
  head: bigint;
  /** Rounds that a document has been missing since a worker died; 0 while it is connected. */
  missed: number;
}

export interface Subscriptions {
  /**
   * Starts a subscription. Returns its id, or `undefined` when the document or its site has too
   * many.
   */
  start(input: Omit<Subscription, 'id' | 'head' | 'missed'>): Promise<string | undefined>;
  stop(documentKey: string, id: string): boolean;
  /** Stops the subscriptions of a document that is gone. */
  stopAll(documentKey: string): void;
  /** Stops the subscriptions of a site that was disconnected. */
  stopOf(origin: string): void;
  /** Resumes at the worker's start. */
  load(): Promise<void>;
  /** Returns true when a page may be listening. */
  isUsed(): boolean;
  /** Called when a document has opened a port. */
  isBack(documentKey: string): void;
  /** Resumes after an unlock, from the last reported block. */
  resume(): void;
}

/**
 * `eth_subscribe` over HTTP: polls the head while a page listens, and reports each new block or log
 * once, across worker restarts. It needs no WebSocket endpoint. It pauses without subscribers or
 * while the wallet is locked, so that the worker can sleep. After an unlock pages get what they
 * missed: at most the last 64 heads and the logs of a day.
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
  tell: (documentKey: string, subscription: string, result: unknown) => void;
}): Subscriptions {
  const open = new Map<string, Subscription>();
  /** Slots reserved for requests that wait for the node's first answer. */
  const starting = new Set<Pick<Subscription, 'documentKey' | 'site' | 'origin'>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time at which the alarm rings. */
  let alarmAt: number | undefined;
  /** The stored rows as text. */
  let kept = '';
  let keptAt = Number.NEGATIVE_INFINITY;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;

  async function look(subscription: Subscription, reads: RoundReads): Promise<void> {
    const chain = reads(subscription.chainId);
    const head = await chain.head();
    if (head <= subscription.head) return;
    const isLogs = subscription.kind === 'logs';
    const most = isLogs ? MOST_BLOCKS_OF_LOGS : MOST_HEADS;
    const reported = head - subscription.head > most ? head - most : subscription.head;
    const to = isLogs && head - reported > BLOCKS_A_STEP ? reported + BLOCKS_A_STEP : head;
    const results = isLogs
      ? await chain.logs(subscription.filter, reported + 1n, to)
      : await headers(chain, reported + 1n, to);
    subscription.head = to;
    for (const result of results) {
      if (open.has(subscription.id)) deps.tell(subscription.documentKey, subscription.id, result);
    }
  }

  async function keepSoon(): Promise<void> {
    const wait = keptAt + KEEP_MS - deps.now();
    if (wait <= 0) return keep();
    if (keepTimer !== undefined) return;
    keepTimer = setTimeout(() => {
      keepTimer = undefined;
      keep().catch(() => {
        kept = '';
      });
    }, wait);
  }

  async function keep(): Promise<void> {
    keptAt = deps.now();
    if (open.size === 0) {
      kept = '';
      await Promise.all([deps.stored.clear(), disarm()]);
      return;
    }
    const rows = [...open.values()].map(({ missed: _missed, head, ...one }) => ({
      ...one,
      head: head.toString(),
    }));
    const text = JSON.stringify(rows);
    const hasNews = text !== kept;
    kept = text;
    await Promise.all([hasNews ? deps.stored.write(rows) : undefined, arm()]);
  }

  /** Renewed after half of its time, because the browser writes each alarm to disk. */
  async function arm(): Promise<void> {
    if (!deps.isUnlocked()) return disarm();
    const now = deps.now();
    if (alarmAt !== undefined && alarmAt - now > WAKE_MS / 2) return;
    alarmAt = now + WAKE_MS;
    await deps.alarms.set(SUBSCRIPTION_ALARM, alarmAt);
  }

  async function disarm(): Promise<void> {
    alarmAt = undefined;
    await deps.alarms.clear(SUBSCRIPTION_ALARM);
  }

  /** Counts the rounds of missing documents and drops subscriptions after too many. */
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
      // Retries an unreachable node in the next round, from the same block.
      const reads = createRoundReads(deps.rpcOf);
      await Promise.allSettled(heard.map((one) => look(one, reads)));
    }
    // The next round stores what couldn't be stored.
    await keep().catch(() => {
      kept = '';
    });
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (timer === undefined && open.size > 0 && deps.isUnlocked()) {
      timer = setTimeout(round, POLL_MS);
    }
  }

  function stopWhere(matches: (one: Pick<Subscription, 'documentKey' | 'origin'>) => boolean) {
    const { size } = open;
    for (const one of starting) if (matches(one)) starting.delete(one);
    for (const [id, one] of open) if (matches(one)) open.delete(id);
    if (open.size < size) void keepSoon();
  }

  return {
    async start(input) {
      const all = [...open.values()];
      const known = all.find(({ requestKey }) => requestKey === input.requestKey);
      if (known !== undefined) return known.id;
      const places = [...all, ...starting].filter(({ site }) => site === input.site);
      const same = places.filter(({ documentKey }) => documentKey === input.documentKey);
      if (same.length >= MAX_PER_DOCUMENT || places.length >= MAX_PER_SITE) return undefined;
      starting.add(input);
      try {
        const head = parseQuantity(await deps.rpcOf(input.chainId).request('eth_blockNumber', []));
        const id = toHex(deps.random.bytes(16));
        // The page left during the request, so it would never stop the subscription.
        if (!starting.delete(input)) return undefined;
        open.set(id, { ...input, id, head, missed: 0 });
        await keepSoon();
        schedule();
        return id;
      } finally {
        starting.delete(input);
      }
    },
    stop(documentKey, id) {
      const isIts = open.get(id)?.documentKey === documentKey && open.delete(id);
      // If removing it fails, the next worker drops it.
      if (isIts) void keepSoon();
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

async function headers(chain: ChainReads, from: bigint, to: bigint): Promise<unknown[]> {
  const numbers = Array.from({ length: Number(to - from + 1n) }, (_, i) => from + BigInt(i));
  const blocks = await Promise.all(numbers.map(chain.block));
  // A header is the block without its contents.
  return blocks
    .filter(isRecord)
    .map(({ transactions: _t, uncles: _u, size: _s, ...header }) => header);
}
