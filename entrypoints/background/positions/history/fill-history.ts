import {
  type ChainReading,
  MAX_READ_ACCOUNTS,
} from '../../../../shared/positions/position-view.ts';
import { epochMs } from '../../../../shared/units.ts';
import { readHeader } from '../../chain/chain-blocks.ts';
import type { LaneDeps } from '../../chain/log-lane.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { createScanLanes } from '../../chain/scan/scan-lanes.ts';
import { createScanRecords } from '../../chain/scan/scan-records.ts';
import { createScanRuns } from '../../chain/scan/scan-runs.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { HistoryRecord } from '../history-schemas.ts';
import type { RecentTrade } from '../recent-trades.ts';
import { firstBlock, LOOK_BACK } from './begin-history.ts';
import { createHistoryReceipts } from './history-receipts.ts';
import { timeOf } from './history-record.ts';
import { createHistoryReader } from './read-history.ts';
import type { ChangedOption } from './search-ends.ts';

/** Milliseconds for which an unselected account is treated as shown. */
const SHOWN_MS = 300_000;

export type FillHistory = ReturnType<typeof createFillHistory>;

interface FillHistoryDeps extends LaneDeps {
  readonly stored: Stored<HistoryRecord[]>;
  /** Node for reads that must be consistent. */
  readonly client: Rpc;
  readonly urls: () => readonly string[];
  /** Returns the selected account. Other accounts are read after it. */
  readonly account: () => string | undefined;
  /**
   * Returns the trusted books and factories, in lower case. Events of other contracts are ignored.
   */
  readonly emitters: () => readonly string[];
}

/**
 * Finds an account's fills and settled requests in the logs of order books and factories, without
 * an indexer. Runs in the background for one account at a time and stores its progress. The
 * selected account comes first, then other accounts that pages show.
 */
export function createFillHistory(deps: FillHistoryDeps) {
  const { clock } = deps;
  const records = createScanRecords({
    ...deps,
    keyOf: ({ account }: HistoryRecord) => account,
    max: MAX_READ_ACCOUNTS,
  });
  const lanes = createScanLanes(deps);
  const receipts = createHistoryReceipts({ ...deps, askElsewhere: lanes.receiptElsewhere });
  const changed = new Map<string, readonly ChangedOption[]>();
  const shownAt = new Map<string, number>();
  const runs = createScanRuns(deps);
  /** The account that the next run reads from the start. */
  let again: string | undefined;
  let isStopping = false;

  const keyOf = (account: string) => account.toLowerCase();
  const optionsOf = (account: string) => changed.get(account) ?? [];
  const reader = createHistoryReader({
    ...{ ...deps, records, lanes, receipts, changed: optionsOf },
    notePast: runs.notePast,
  });

  /** Returns true when some blocks were never read for the account. */
  function isUnread(account: string): boolean {
    const record = records.of(account);
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
    const record = records.of(first);
    const isFirstRead = !isUnread(first) && record !== undefined && blocksLeft(record) === 0;
    return isFirstRead && clock.now() - (shownAt.get(account) ?? 0) < SHOWN_MS;
  }

  /**
   * Returns true when the record may be incomplete: transactions were dropped, or only one of
   * several nodes answered for some blocks.
   */
  function isUnsure(record: HistoryRecord): boolean {
    if (record.isCut === true || receipts.hasRejected()) return true;
    return record.single.length > 0 && lanes.hasSeveral();
  }

  async function run(account: string): Promise<boolean> {
    const isAgain = again === account;
    const isStillWanted = () => isWanted(account);
    try {
      await reader.run(account, {
        isAgain,
        isWanted: isStillWanted,
        onBegun() {
          if (isAgain) again = undefined;
        },
      });
      changed.delete(account);
      return isStillWanted();
    } finally {
      isStopping = false;
      await dropRejected(account).catch(() => undefined);
    }
  }

  async function dropRejected(account: string): Promise<void> {
    await records.change(account, (known) => ({
      ...known,
      transactions: known.transactions.filter(({ hash }) => !receipts.isRejected(hash)),
    }));
  }

  function start(account: string): void {
    const key = keyOf(account);
    runs.start(() => run(key), key);
  }

  return {
    load: records.load,

    ensure(account: string): void {
      const key = keyOf(account);
      shownAt.set(key, clock.now());
      if (runs.isDue(key, isUnread(key)) && isWanted(key)) start(key);
    },

    /** Reads 35 more days of the past. */
    async lookFurther(account: string): Promise<void> {
      const record = records.of(keyOf(account));
      if (record === undefined || record.target <= firstBlock(record.to)) return;
      const more = record.target - LOOK_BACK;
      const target = Math.max(firstBlock(record.to), more);
      const { at } = await readHeader(deps.client, target);
      await records.change(keyOf(account), (known) => ({ ...known, target, targetAt: at }));
      runs.renew(keyOf(account));
      start(account);
    },

    /** Reads the last 35 days from the start, and keeps what was found. */
    async readAgain(account: string): Promise<void> {
      again = keyOf(account);
      isStopping = runs.isRunning();
      await runs.idle();
      reader.confirmAgain();
      runs.renew(keyOf(account));
      start(account);
    },

    explain(account: string, options: readonly ChangedOption[]): void {
      const key = keyOf(account);
      const before = runs.isRunning() ? optionsOf(key) : [];
      const added = options.filter(({ option }) => before.every((one) => one.option !== option));
      changed.set(key, [...before, ...added]);
    },

    /** Returns the account's transactions with receipts, oldest first. */
    trades: (account: string): readonly RecentTrade[] =>
      receipts.of(reader.foundOf(keyOf(account))),

    reading(account: string): ChainReading {
      const record = records.of(keyOf(account));
      const isReading = runs.isRunning();
      const problems = lanes.problems(runs.hasFailed());
      if (record === undefined) return { isReading, canLookFurther: false, ...problems };
      const secondsLeft = runs.secondsFor(blocksLeft(record));
      return {
        isReading,
        ...progressOf(record),
        ...(secondsLeft === undefined ? {} : { secondsLeft }),
        ...problems,
        unread: receipts.missing(reader.foundOf(keyOf(account))),
        ...(isUnsure(record) ? { isUnsure: true } : {}),
        canLookFurther: blocksLeft(record) === 0 && record.target > firstBlock(record.to),
      };
    },

    idle: runs.idle,
  };
}

const blocksLeft = ({ from, target }: HistoryRecord) => Math.max(0, from - target);

/**
 * Returns the time since which the account's fills are known, and the progress of the search.
 * `readSeconds` and `ofSeconds` are seconds of chain time: the part already read, and the whole
 * search.
 */
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
