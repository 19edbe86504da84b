import type { ChainReading } from '../../../../shared/positions/position-view.ts';
import { epochMs } from '../../../../shared/units.ts';
import { readHeader } from '../../chain/chain-blocks.ts';
import type { LaneDeps } from '../../chain/log-lane.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { HistoryRecord } from '../history-schemas.ts';
import type { RecentTrade } from '../recent-trades.ts';
import { firstBlock, LOOK_BACK } from './begin-record.ts';
import { createHistoryLanes } from './history-lanes.ts';
import { createHistoryReceipts } from './history-receipts.ts';
import { timeOf } from './history-record.ts';
import { createHistoryStore } from './history-store.ts';
import { createHistoryReader } from './read-history.ts';
import type { ChangedOption } from './search-ends.ts';

/** Milliseconds for which a found head counts as fresh. */
const AGAIN_MS = 30_000;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 600_000;
/** Milliseconds for which an account that isn't selected counts as shown. */
const SHOWN_MS = 300_000;

export type FillHistory = ReturnType<typeof createFillHistory>;

interface FillHistoryDeps extends LaneDeps {
  readonly stored: Stored<HistoryRecord[]>;
  /** Reads that must be consistent go to one node. */
  readonly client: Rpc;
  readonly urls: () => readonly string[];
  /** The selected account; reading for any other one waits for it. */
  readonly account: () => string | undefined;
  /** Lower-case addresses of the books and factories that count. */
  readonly emitters: () => readonly string[];
}

/**
 * Finds an account's fills and settled requests in the logs of order books and factories, without an
 * indexer. Runs in the background for one account at a time and stores its progress. The selected
 * account comes first; the others follow while they are shown.
 */
export function createFillHistory(deps: FillHistoryDeps) {
  const { clock } = deps;
  const store = createHistoryStore(deps);
  const lanes = createHistoryLanes(deps);
  const receipts = createHistoryReceipts({ ...deps, askElsewhere: lanes.receiptElsewhere });
  const changed = new Map<string, readonly ChangedOption[]>();
  const shownAt = new Map<string, number>();
  const finishedAt = new Map<string, number>();
  let running: Promise<void> | undefined;
  let retries = 0;
  let retryAt = 0;
  let hasFailed = false;
  /** The account whose past the next run reads from the start. */
  let again: string | undefined;
  let isStopping = false;

  const keyOf = (account: string) => account.toLowerCase();
  const optionsOf = (account: string) => changed.get(account) ?? [];
  const reader = createHistoryReader({ ...deps, store, lanes, receipts, changed: optionsOf });

  function isDue(account: string): boolean {
    const record = store.of(account);
    const searched = new Set(record?.searched.map(({ option }) => option));
    return (
      record === undefined ||
      !deps.emitters().every((emitter) => record.books.includes(emitter)) ||
      optionsOf(account).some(({ option }) => !searched.has(option))
    );
  }

  function isWanted(account: string): boolean {
    const selected = deps.account();
    if (selected === undefined || isStopping) return false;
    const first = keyOf(selected);
    if (first === account) return true;
    const record = store.of(first);
    const isFirstRead = !isDue(first) && record !== undefined && blocksLeft(record) === 0;
    return isFirstRead && clock.now() - (shownAt.get(account) ?? 0) < SHOWN_MS;
  }

  /**
   * True when something can be missing: dropped transactions, or blocks that only one of several
   * nodes answered for.
   */
  function isUnsure(record: HistoryRecord): boolean {
    if (record.isCut === true || receipts.hasRejected()) return true;
    return record.single.length > 0 && lanes.hasSeveral();
  }

  async function run(account: string): Promise<void> {
    const isAgain = again === account;
    try {
      await reader.run(account, {
        isAgain,
        isWanted: () => isWanted(account),
        onBegun() {
          if (isAgain) again = undefined;
        },
      });
      changed.delete(account);
      hasFailed = false;
      retries = 0;
    } catch {
      // The lanes know the reason; retries follow by themselves at growing intervals.
      hasFailed = true;
      retryAt = clock.now() + Math.min(FIRST_RETRY_MS * 2 ** retries, MAX_RETRY_MS);
      retries += 1;
    } finally {
      finishedAt.set(account, clock.now());
      running = undefined;
      isStopping = false;
      await dropRejected(account).catch(() => undefined);
    }
  }

  async function dropRejected(account: string): Promise<void> {
    const transactions = (known: HistoryRecord) =>
      known.transactions.filter(({ hash }) => !receipts.isRejected(hash));
    await store.change(account, (known) => ({ ...known, transactions: transactions(known) }));
  }

  function start(account: string): void {
    running ??= run(keyOf(account));
  }

  return {
    load: store.load,

    /** Continues reading in the background when it is due. */
    ensure(account: string): void {
      const key = keyOf(account);
      const now = clock.now();
      shownAt.set(key, now);
      const isRecent = now - (finishedAt.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS;
      if (hasFailed ? now < retryAt : !isDue(key) && isRecent) return;
      if (isWanted(key)) start(key);
    },

    /** Reads 35 more days of the past. */
    async lookFurther(account: string): Promise<void> {
      const record = store.of(account);
      if (record === undefined || record.target <= firstBlock(record.to)) return;
      const more = record.target - LOOK_BACK;
      const target = Math.max(firstBlock(record.to), more);
      const { at } = await readHeader(deps.client, target);
      await store.change(account, (known) => ({ ...known, target, targetAt: at }));
      hasFailed = false;
      start(account);
    },

    /** Reads the last 35 days from the start, and keeps what was found. */
    async readAgain(account: string): Promise<void> {
      again = keyOf(account);
      isStopping = running !== undefined;
      await running;
      reader.confirmAgain();
      hasFailed = false;
      start(account);
    },

    /** Searches for the events that explain these options' contract state. */
    explain(account: string, options: readonly ChangedOption[]): void {
      const key = keyOf(account);
      const before = running === undefined ? [] : optionsOf(key);
      const added = options.filter(({ option }) => before.every((one) => one.option !== option));
      changed.set(key, [...before, ...added]);
    },

    /** The transactions with receipts, oldest first. */
    trades: (account: string): readonly RecentTrade[] => receipts.of(store.foundOf(keyOf(account))),

    reading(account: string): ChainReading {
      const record = store.of(account);
      const isReading = running !== undefined;
      const problems = lanes.problems(hasFailed);
      if (record === undefined) return { isReading, canLookFurther: false, ...problems };
      return {
        isReading,
        ...progressOf(record),
        ...reader.secondsLeft(blocksLeft(record)),
        ...problems,
        unread: receipts.missing(store.foundOf(keyOf(account))),
        ...(isUnsure(record) ? { isUnsure: true } : {}),
        canLookFurther: blocksLeft(record) === 0 && record.target > firstBlock(record.to),
      };
    },

    /** Resolves when no run is active. */
    async idle(): Promise<void> {
      await running;
    },
  };
}

const blocksLeft = ({ from, target }: HistoryRecord) => Math.max(0, from - target);

/** Returns since when the account's fills are known, and how much of the past is read. */
function progressOf(record: HistoryRecord): Pick<ChainReading, 'since' | 'progress'> {
  const { from, to, targetAt, toAt } = record;
  const readAt = timeOf(record, Math.min(from, to));
  return {
    ...(from > to ? {} : { since: epochMs(readAt * 1000) }),
    ...(blocksLeft(record) === 0
      ? {}
      : { progress: { readSeconds: toAt - readAt, ofSeconds: toAt - targetAt } }),
  };
}
