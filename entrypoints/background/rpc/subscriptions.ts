import { toHex } from '../../../shared/bytes.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import type { Random } from '../../../shared/ports.ts';
import { parseQuantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { Stored } from '../state/stored.ts';
import type { SubscriptionRows } from '../state/stored-keys.ts';
import { type ChainReads, createRoundReads, type RoundReads } from './round-reads.ts';

/** Base makes a block every two seconds. */
const POLL_MS = 2_000;
/** A page that was asleep is not flooded with more missed heads than this. */
const MOST_HEADS = 64n;
/** Logs are events that nobody repeats: those of a day are read, a step each round, none twice. */
const MOST_BLOCKS_OF_LOGS = 43_200n;
const BLOCKS_A_STEP = 1_000n;
const MAX_PER_DOCUMENT = 32;
/** Of all documents that one site shows, its frames included. */
const MAX_PER_SITE = 128;
/** Rows are written once in this time: a page that subscribes and stops in a loop must not cost more. */
const KEEP_MS = 1_000;
/** Wakes a worker that has died meanwhile; a shorter time is not to be had from the browser. */
const WAKE_MS = 30_000;
/** A document that does not come back within so many rounds of a new worker is gone. */
const ROUNDS_TO_COME_BACK = 5;
const SUBSCRIPTION_ALARM = 'subscriptions';

interface Subscription {
  readonly id: string;
  /** The request that started it: one that comes again after worker death gets the same id. */
  readonly requestKey: string;
  /** The site that the tab shows. */
  readonly site: string;
  readonly documentKey: string;
  readonly chainId: number;
  readonly kind: 'newHeads' | 'logs';
  /** `address` and `topics` of `eth_getLogs`. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The last block that was told. */
  head: bigint;
  /** Rounds that a document has been missed since a worker died under it; 0 while it listens. */
  missed: number;
}

export interface Subscriptions {
  /** Starts one. Returns its id, or `undefined` when the document or its site has too many. */
  start(input: Omit<Subscription, 'id' | 'head' | 'missed'>): Promise<string | undefined>;
  stop(documentKey: string, id: string): boolean;
  /** The document is gone. */
  stopAll(documentKey: string): void;
  /** Worker start: goes on where the one before died. */
  load(): Promise<void>;
  /** Whether a page may be listening. */
  isUsed(): boolean;
  /** A document has opened a port. */
  isBack(documentKey: string): void;
  /** The wallet was unlocked: what rested meanwhile goes on, from the block that was told last. */
  resume(): void;
}

/**
 * `eth_subscribe` over HTTP: polls the head while somebody listens, and tells each new block or log
 * once, whatever worker lives. It needs no WebSocket endpoint. Nothing runs while nobody is subscribed
 * or the wallet is locked: then the worker sleeps, and pages hear from the unlock on what they missed,
 * the last 64 heads and the logs of a day at most.
 */
export function createSubscriptions(deps: {
  rpcOf: (chainId: number) => Rpc;
  random: Random;
  stored: Stored<SubscriptionRows>;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  now: () => number;
  isUnlocked: () => boolean;
  /** Keeps the worker alive while somebody listens. */
  keepAlive: () => void;
  tell: (documentKey: string, subscription: string, result: unknown) => void;
}): Subscriptions {
  const open = new Map<string, Subscription>();
  /** Places of those that wait for the node's first answer. */
  const starting = new Set<Pick<Subscription, 'documentKey' | 'site'>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the alarm rings that is set. */
  let alarmAt: number | undefined;
  /** What is stored, as text. */
  let kept = '';
  let keptAt = Number.NEGATIVE_INFINITY;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;

  async function look(subscription: Subscription, reads: RoundReads): Promise<void> {
    const chain = reads(subscription.chainId);
    const head = await chain.head();
    if (head <= subscription.head) return;
    const isLogs = subscription.kind === 'logs';
    const most = isLogs ? MOST_BLOCKS_OF_LOGS : MOST_HEADS;
    const told = head - subscription.head > most ? head - most : subscription.head;
    const to = isLogs && head - told > BLOCKS_A_STEP ? told + BLOCKS_A_STEP : head;
    const results = isLogs
      ? await chain.logs(subscription.filter, told + 1n, to)
      : await headers(chain, told + 1n, to);
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

  /** Set anew when half of its time is over: the browser writes each alarm down. */
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

  /** Nobody is told anything before the page's bridge is there again to hear it. */
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
      // A node that is away is asked again in the next round, from the same block.
      const reads = createRoundReads(deps.rpcOf);
      await Promise.allSettled(heard.map((one) => look(one, reads)));
    }
    // What could not be stored is stored by the next round.
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
        // The page left while the node was asked, so it would never stop the subscription.
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
      // Kept too long, it is dropped by the next worker.
      if (isIts) void keepSoon();
      return isIts;
    },
    stopAll(documentKey) {
      const { size } = open;
      for (const one of starting) if (one.documentKey === documentKey) starting.delete(one);
      for (const [id, one] of open) if (one.documentKey === documentKey) open.delete(id);
      if (open.size < size) void keepSoon();
    },
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
  // A header is a block without what it contains.
  return blocks
    .filter(isRecord)
    .map(({ transactions: _t, uncles: _u, size: _s, ...header }) => header);
}
