import { ChainNodeError } from '../../../../shared/chain/logs/chain-node.ts';
import { type Found, type Reading, readSpan } from '../../chain/scan/read-span.ts';
import { beginScan, type ScanDeps } from '../../chain/scan/scan.ts';
import type { ScanRecords } from '../../chain/scan/scan-records.ts';
import type { FoundTransaction, HistoryRecord } from '../history-schemas.ts';
import { beginHistory } from './begin-history.ts';
import { eventsOf, type FoundEvent, fillFilters, transactionsOf } from './fill-logs.ts';
import type { createHistoryReceipts } from './history-receipts.ts';
import { withoutSingle, withSingle, withTransactions } from './history-record.ts';
import { type ChangedOption, type KeepFound, searchEnds } from './search-ends.ts';

interface RunOptions {
  /** True to read everything again and keep the known transactions. */
  readonly isAgain: boolean;
  readonly isWanted: () => boolean;
  readonly onBegun: () => void;
}

interface ReaderDeps extends ScanDeps {
  readonly records: ScanRecords<HistoryRecord>;
  readonly receipts: ReturnType<typeof createHistoryReceipts>;
  readonly emitters: () => readonly string[];
  readonly changed: (account: string) => readonly ChangedOption[];
  readonly notePast: (from: number) => void;
}

/**
 * Reads an account's fills from the logs of order books and factories: the newest blocks, then the
 * ends of changed options, then the blocks since the last run, then the past. Newly changed options
 * interrupt reading the past.
 */
export function createHistoryReader(deps: ReaderDeps) {
  const { records, receipts } = deps;
  const confirmSingle = createConfirmSingle(deps);
  /** Transactions in the newest blocks, by account. They aren't stored. */
  const tails = new Map<string, readonly FoundTransaction[]>();

  /** Returns the transactions that nodes returned, without duplicates. */
  function foundOf(account: string): readonly FoundTransaction[] {
    const older = records.of(account)?.transactions ?? [];
    const newest = tails.get(account) ?? [];
    const known = new Set(older.map(({ hash }) => hash));
    return [...older, ...newest.filter(({ hash }) => !known.has(hash))];
  }

  async function run(account: string, options: RunOptions): Promise<void> {
    const { isAgain, isWanted } = options;
    const scan = await beginScan(deps, isWanted);
    const { border, reading } = scan;
    const books = [...deps.emitters()].sort();
    const known = () => records.of(account);
    const begun = await beginHistory(deps, border, { account, books, isAgain, known });
    receipts.startRun(isAgain);
    await records.keep(begun);
    options.onBegun();
    const record = () => known() ?? begun;
    const read = eventsOf(fillFilters(account, books), books);
    // Reads the receipts when committing, so that an error of the client's node ends the run.
    const keep: KeepFound = async ({ events }, change) => {
      const transactions = transactionsOf(events);
      await records.keep(change(withTransactions(record(), transactions)));
      await receipts.refresh(account, transactions);
    };
    const keepFills = (found: Found<FoundEvent>, change: Partial<HistoryRecord>) =>
      keep(found, (before) => withReaders({ ...before, ...change }, found));
    /** Options whose ends this run has searched. */
    const tried = new Set<string>();
    const search = async () => {
      const changed = deps.changed(account);
      for (const { option } of changed) tried.add(option);
      await searchEnds(changed, { ...reading, to: border.number, record, keep });
    };
    const isQuiet = () => deps.changed(account).every(({ option }) => tried.has(option));

    const newest: FoundTransaction[] = [];
    await readSpan({
      ...scan.newest,
      read,
      async commit({ events }) {
        const transactions = transactionsOf(events);
        newest.push(...transactions);
        await receipts.refresh(account, transactions);
      },
    });
    if (!isWanted()) return;
    tails.set(account, newest);
    await receipts.refresh(account, foundOf(account));
    await search();
    await readSpan({
      ...scan.since(record()),
      read,
      async commit(found) {
        const { number, hash, at } = await scan.headerAt(found.piece.to);
        await keepFills(found, { to: number, toHash: hash, toAt: at });
      },
    });
    if (record().to < border.number) return;
    deps.notePast(record().from);
    while (record().from > record().target && isWanted()) {
      await readSpan({
        ...scan.past(record(), record().target),
        isWanted: () => isWanted() && isQuiet(),
        read,
        async commit(found) {
          const { from } = found.piece;
          await keepFills(found, { from });
          deps.notePast(from);
        },
      });
      await search();
    }
    await confirmSingle.run(account, reading, keep);
    await search();
  }

  return {
    run,
    foundOf,
    confirmAgain: (): void => confirmSingle.reset(),
  };
}

/** Returns the record with the node that alone answered for these blocks. */
function withReaders(
  record: HistoryRecord,
  { piece, by: [only, second] }: Found<unknown>,
): HistoryRecord {
  return only === undefined || second !== undefined
    ? record
    : withSingle(record, piece, only.node.name);
}

/** Milliseconds before nodes that failed to confirm are asked again. */
const AGAIN_MS = 600_000;

/** Asks other nodes about blocks that only one node has answered for. */
function createConfirmSingle({ clock, records }: Pick<ReaderDeps, 'clock' | 'records'>) {
  let notBefore = 0;

  return {
    reset(): void {
      notBefore = 0;
    },
    /** @throws when a receipt can't be read */
    async run(account: string, reading: Reading, keep: KeepFound): Promise<void> {
      if (clock.now() < notBefore) return;
      const { single = [], books = [] } = records.of(account) ?? {};
      for (const span of single) {
        const lanes = reading.lanes.filter(
          (lane) => lane.node.name !== span.host && !lane.isResting(),
        );
        if (lanes.length === 0 || !reading.isWanted()) continue;
        try {
          await readSpan({
            ...reading,
            lanes,
            copies: 1,
            span,
            direction: 'down',
            read: eventsOf(fillFilters(account, books), books),
            commit: (found) => keep(found, (record) => withoutSingle(record, found.piece)),
          });
        } catch (error) {
          if (!(error instanceof ChainNodeError)) throw error;
          notBefore = clock.now() + AGAIN_MS;
          return;
        }
      }
    },
  };
}
