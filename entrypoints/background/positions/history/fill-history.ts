import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import type { ChainReading, NodeProblem } from '../../../../shared/messages/positions.ts';
import { epochMs } from '../../../../shared/units.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { Stored } from '../../state/stored.ts';
import type { RecentTrade } from '../recent-trades.ts';
import { beginRecord, firstBlock, LOOK_BACK } from './begin-record.ts';
import { type BlockHeader, readHeader } from './chain-blocks.ts';
import { eventsIn, type FoundEvent, fillFilters } from './fill-logs.ts';
import { createHistoryReceipts } from './history-receipts.ts';
import {
  type FoundTransaction,
  type HistoryRecord,
  MOST_ACCOUNTS,
  timeOf,
  withoutSingle,
  withSingle,
  withTransactions,
} from './history-record.ts';
import { createLogLane, hostOf, type LaneDeps, type LogLane, type Span } from './log-lane.ts';
import { isTooNarrow, NoLaneError, readSpan } from './read-span.ts';
import { type ChangedOption, searchEnds } from './search-ends.ts';

/** The newest blocks are read again each time: nodes lag, and chains reorganize. */
const TAIL = 60;
/** A found head is fresh for so long. */
const AGAIN_MS = 30_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 600_000;
/** A node can hide logs: what one hides, another one names. */
const COPIES = 2;
/** Progress is stored this often: a stopped worker goes on from there. */
const STORE_EVERY_MS = 5_000;

export type FillHistory = ReturnType<typeof createFillHistory>;

type Reading = Pick<Parameters<typeof readSpan>[0], 'lanes' | 'copies' | 'wait' | 'isWanted'>;

/**
 * Finds an account's fills in the logs of the order books, without any indexer: the newest blocks
 * first, then back in time as far as wanted. Runs in the background and stores its progress. Stops
 * when another account is selected.
 */
export function createFillHistory(
  deps: LaneDeps & {
    readonly stored: Stored<HistoryRecord[]>;
    /** Reads that must agree with each other go to one node. */
    readonly client: Rpc;
    readonly urls: () => readonly string[];
    /** The selected account: reading for any other one stops. */
    readonly account: () => string | undefined;
    /** Lower-case addresses of the books that count. */
    readonly books: () => readonly string[];
  },
) {
  const { clock } = deps;
  const receipts = createHistoryReceipts(deps);
  const lanes = new Map<string, LogLane>();
  let records: readonly HistoryRecord[] = [];
  /** Found in the newest blocks, which aren't remembered. */
  let tail: { readonly account: string; readonly found: readonly FoundTransaction[] } | undefined;
  let changed: { readonly account: string; readonly options: readonly ChangedOption[] } | undefined;
  let running: Promise<void> | undefined;
  let finishedAt = Number.NEGATIVE_INFINITY;
  let retries = 0;
  let retryAt = 0;
  let hasFailed = false;
  /** The account whose past is to be read from the start, at the next run. */
  let again: string | undefined;
  let isStopping = false;
  /** Not before then, other nodes are asked about what only one has answered for. */
  let confirmAt = 0;
  let storedAt = 0;
  let pace: { readonly since: number; readonly blocks: number } | undefined;

  const keyOf = (account: string) => account.toLowerCase();
  const recordOf = (account: string) =>
    records.find((one) => one.chainId === CHAIN_ID && one.account === keyOf(account));
  const isWanted = (account: string) => {
    const selected = deps.account();
    return selected !== undefined && keyOf(selected) === account && !isStopping;
  };

  async function keep(record: HistoryRecord, isLast = false): Promise<void> {
    const others = records.filter(({ account }) => account !== record.account);
    records = [...others, record].slice(-MOST_ACCOUNTS);
    if (!isLast && clock.now() - storedAt < STORE_EVERY_MS) return;
    storedAt = clock.now();
    await deps.stored.write([...records]);
  }

  async function laneList(border: BlockHeader): Promise<readonly LogLane[]> {
    const urls = deps.urls();
    for (const url of lanes.keys()) if (!urls.includes(url)) lanes.delete(url);
    const all = urls.map((url) => {
      const lane = lanes.get(url) ?? createLogLane(url, deps);
      lanes.set(url, lane);
      lane.reset();
      return lane;
    });
    // A node of another chain, or one that stopped hours ago, has no logs to tell.
    const isUsable = await Promise.all(all.map((lane) => lane.hasBlock(border)));
    return all.filter((_, i) => isUsable[i]);
  }

  /** Returns the transactions of events, with the times of their blocks' headers. */
  async function transactionsOf(events: readonly FoundEvent[]): Promise<FoundTransaction[]> {
    const times = new Map<number, number>();
    const found = new Map<string, FoundTransaction>();
    for (const { hash, block } of events) {
      if (found.has(hash) || receipts.isRejected(hash)) continue;
      const at = times.get(block) ?? (await readHeader(deps.client, block)).at;
      times.set(block, at);
      found.set(hash, { hash, block, at });
    }
    return [...found.values()];
  }

  /** Returns the transactions that nodes named, each once; those of two nodes are marked. */
  async function sharedTransactions(named: readonly FoundEvent[]): Promise<FoundTransaction[]> {
    const byHash = Map.groupBy(named, ({ hash }) => hash);
    const found = await transactionsOf(named);
    return found.map((one) =>
      (byHash.get(one.hash)?.length ?? 0) > 1 ? { ...one, isShared: true } : one,
    );
  }

  async function run(account: string): Promise<void> {
    const latest = await readHeader(deps.client, 'latest');
    const border = await readHeader(deps.client, Math.max(0, latest.number - TAIL));
    const isAgain = again === account;
    const books = [...deps.books()].sort();
    let record = await beginRecord(
      { client: deps.client, account, books, isAgain, known: () => recordOf(account) },
      border,
    );
    if (isAgain) again = undefined;
    receipts.startRun(isAgain);
    await keep(record);
    const usable = await laneList(border);
    const filters = fillFilters(account, books);
    const reading = {
      lanes: usable,
      copies: COPIES,
      wait: deps.wait,
      isWanted: () => isWanted(account),
    };
    // Headers are read at the commit: an error of the client's node must end the run.
    const readFills = async (lane: LogLane, piece: Span) =>
      eachOnce(await lane.logs(piece, filters, (logs) => eventsIn(logs, piece, books)));
    const commit = async (
      change: Partial<HistoryRecord>,
      found: readonly FoundTransaction[] = [],
      single?: { readonly piece: Span; readonly by: readonly LogLane[] },
    ) => {
      record = { ...withTransactions(recordOf(account) ?? record, found), ...change };
      const [only, second] = single?.by ?? [];
      if (single !== undefined && only !== undefined && second === undefined)
        record = withSingle(record, single.piece, only.host);
      await keep(record);
      if (found.length > 0) await receipts.refresh(account, found);
      return true;
    };

    let newest: readonly FoundTransaction[] = [];
    await readSpan({
      ...reading,
      // These blocks are read again soon, and a second node may not have them yet.
      copies: 1,
      span: { from: border.number + 1, to: latest.number },
      direction: 'up',
      read: readFills,
      async commit(_, named) {
        const found = await transactionsOf(named);
        newest = [...newest, ...found];
        if (found.length > 0) await receipts.refresh(account, found);
        return true;
      },
    });
    if (!isWanted(account)) return;
    tail = { account, found: newest };
    await receipts.refresh(account, [...record.transactions, ...newest]);
    if (record.to < border.number) {
      const { to, toAt } = record;
      await readSpan({
        ...reading,
        span: { from: to + 1, to: border.number },
        direction: 'up',
        read: readFills,
        commit: async (piece, named, by) =>
          commit({ to: piece.to, toAt }, await sharedTransactions(named), { piece, by }),
      });
      if (record.to < border.number) return;
      await commit({ toHash: border.hash, toAt: border.at });
    }
    await search(account, reading, border.number);
    pace = { since: clock.now(), blocks: 0 };
    while (record.from > record.target && isWanted(account)) {
      await readSpan({
        ...reading,
        span: { from: record.target, to: record.from - 1 },
        direction: 'down',
        read: readFills,
        async commit(piece, named, by) {
          const found = await sharedTransactions(named);
          if (pace !== undefined)
            pace = { ...pace, blocks: pace.blocks + piece.to - piece.from + 1 };
          return commit({ from: piece.from }, found, { piece, by });
        },
      });
      record = recordOf(account) ?? record;
    }
    await confirmSingle(account, reading, readFills);
    await search(account, reading, border.number);
  }

  async function search(account: string, reading: Reading, to: number): Promise<void> {
    await searchEnds(changed?.account === account ? changed.options : [], {
      ...reading,
      to,
      record: () => recordOf(account),
      transactionsOf,
      async keep(record, found) {
        await keep(record);
        await receipts.refresh(account, found);
      },
    });
    changed = undefined;
  }

  /** Asks other nodes about the blocks that only one has answered for. */
  async function confirmSingle(
    account: string,
    reading: Reading,
    readFills: (lane: LogLane, piece: Span) => Promise<readonly FoundEvent[]>,
  ): Promise<void> {
    if (clock.now() < confirmAt) return;
    for (const span of recordOf(account)?.single ?? []) {
      const others = reading.lanes.filter(
        (lane) => lane.host !== span.host && !lane.isOut && !isTooNarrow(lane, reading.lanes),
      );
      if (others.length === 0 || !reading.isWanted()) continue;
      try {
        await readSpan({
          ...reading,
          lanes: others,
          copies: 1,
          span,
          direction: 'down',
          read: readFills,
          async commit(piece, named) {
            const found = await transactionsOf(named);
            const record = recordOf(account);
            if (record === undefined) return false;
            await keep(withoutSingle(withTransactions(record, found), piece));
            await receipts.refresh(account, found);
            return true;
          },
        });
      } catch (error) {
        if (!(error instanceof NoLaneError)) throw error;
        confirmAt = clock.now() + LONGEST_RETRY_MS;
        return;
      }
    }
  }

  async function runOnce(account: string): Promise<void> {
    try {
      await run(account);
      hasFailed = false;
      retries = 0;
    } catch {
      // The lanes know the reason; the next try comes by itself, ever later.
      hasFailed = true;
      retryAt = clock.now() + Math.min(FIRST_RETRY_MS * 2 ** retries, LONGEST_RETRY_MS);
      retries += 1;
    } finally {
      pace = undefined;
      finishedAt = clock.now();
      running = undefined;
      isStopping = false;
      const record = recordOf(account);
      const transactions = record?.transactions.filter(({ hash }) => !receipts.isRejected(hash));
      if (record !== undefined && transactions !== undefined)
        await keep({ ...record, transactions }, true).catch(() => undefined);
    }
  }

  function start(account: string): void {
    running ??= runOnce(keyOf(account));
  }

  return {
    async load(): Promise<void> {
      records = (await deps.stored.read()) ?? [];
    },

    /** Reads on in the background when it is time to. */
    ensure(account: string): void {
      const now = clock.now();
      const record = recordOf(account);
      const searched = new Set(record?.searched.map(({ option }) => option));
      const isDue =
        record === undefined ||
        !deps.books().every((book) => record.books.includes(book)) ||
        (changed?.account === keyOf(account) &&
          changed.options.some(({ option }) => !searched.has(option)));
      if (hasFailed ? now < retryAt : !isDue && now - finishedAt < AGAIN_MS) return;
      start(account);
    },

    /** Reads 35 more days of the past. */
    async lookFurther(account: string): Promise<void> {
      const record = recordOf(account);
      if (record === undefined || record.target <= firstBlock(record.to)) return;
      const more = record.target - LOOK_BACK;
      const target = Math.max(firstBlock(record.to), more);
      const { at } = await readHeader(deps.client, target);
      await keep({ ...(recordOf(account) ?? record), target, targetAt: at }, true);
      hasFailed = false;
      start(account);
    },

    /** Reads the last 35 days from the start, and keeps what was found. */
    async readAgain(account: string): Promise<void> {
      again = keyOf(account);
      isStopping = running !== undefined;
      await running;
      confirmAt = 0;
      hasFailed = false;
      start(account);
    },

    /** Searches for the events that explain what these options' contracts say. */
    explain(account: string, options: readonly ChangedOption[]): void {
      if (running === undefined || changed?.account !== keyOf(account))
        changed = { account: keyOf(account), options };
    },

    /** The transactions whose receipts were read, oldest first. */
    trades(account: string): readonly RecentTrade[] {
      return receipts.of(foundOf(account));
    },

    reading(account: string): ChainReading {
      const record = recordOf(account);
      const isReading = running !== undefined;
      if (record === undefined) {
        return { isReading, canLookFurther: false, ...problems() };
      }
      const { from, to, target, targetAt, toAt } = record;
      const left = Math.max(0, from - target);
      const readAt = timeOf(record, Math.min(from, to));
      return {
        isReading,
        ...(from > to ? {} : { since: epochMs(readAt * 1000) }),
        ...(left === 0
          ? {}
          : { progress: { readSeconds: toAt - readAt, ofSeconds: toAt - targetAt } }),
        ...secondsLeft(left),
        ...problems(),
        unread: receipts.missing(foundOf(account)),
        canLookFurther: left === 0 && target > firstBlock(to),
      };
    },

    /** Resolves when nothing runs. */
    async idle(): Promise<void> {
      await running;
    },
  };

  function foundOf(account: string): readonly FoundTransaction[] {
    const record = recordOf(account);
    const newest = tail?.account === keyOf(account) ? tail.found : [];
    const known = new Set(record?.transactions.map(({ hash }) => hash));
    return [...(record?.transactions ?? []), ...newest.filter(({ hash }) => !known.has(hash))];
  }

  function secondsLeft(blocks: number): { readonly secondsLeft?: number } {
    if (pace === undefined || pace.blocks === 0 || blocks === 0) return {};
    const seconds = (clock.now() - pace.since) / 1000;
    return { secondsLeft: Math.ceil((blocks / pace.blocks) * seconds) };
  }

  /** One node's failure is the others' work; only when all of them fail there is something to say. */
  function problems(): Pick<ChainReading, 'problems'> {
    const found = [...lanes.values()].flatMap(({ problem }) => problem ?? []);
    if (lanes.size > 0 && found.length === lanes.size) return { problems: found };
    if (!hasFailed) return {};
    return { problems: found.length > 0 ? found : deps.urls().map(silent) };
  }
}

/** A node that gave no answer even to the first question. */
function silent(url: string): NodeProblem {
  return { host: hostOf(url), reason: 'down', blocks: 0 };
}

/** One node can name a transaction by several of its events. */
function eachOnce(events: readonly FoundEvent[]): readonly FoundEvent[] {
  return [...new Map(events.map((event) => [event.hash, event])).values()];
}
