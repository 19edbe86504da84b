import { ChainNodeError } from '../../../../shared/chain/logs/chain-node.ts';
import { createPace, type Pace } from '../../../../shared/chain/logs/pace.ts';
import type { Clock, Wait } from '../../../../shared/ports.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { type BlockHeader, readHeader } from '../../chain/chain-blocks.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { FoundTransaction, HistoryRecord } from '../history-schemas.ts';
import { beginRecord, REORG } from './begin-record.ts';
import { type FoundEvent, fillFilters, transactionsOf } from './fill-logs.ts';
import type { HistoryLanes } from './history-lanes.ts';
import type { createHistoryReceipts } from './history-receipts.ts';
import { withoutSingle, withSingle, withTransactions } from './history-record.ts';
import type { HistoryStore } from './history-store.ts';
import { eventsOf, type Found, type KeepFound, type Reading, readSpan } from './read-span.ts';
import { type ChangedOption, searchEnds } from './search-ends.ts';

/** The newest blocks are read again each time, because nodes lag and chains reorganize. */
const TAIL = 60;
/** Nodes to read each block from: one node can hide logs that another one returns. */
const COPIES = 2;

/**
 * Reads an account's fills from the logs of order books and factories: first the newest blocks, then
 * the ends of changed options, then the blocks since the last run, then the past. Options that change
 * or turn out to have changed meanwhile interrupt the past.
 */
export function createHistoryReader(deps: {
  readonly client: Rpc;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly store: HistoryStore;
  readonly lanes: HistoryLanes;
  readonly receipts: ReturnType<typeof createHistoryReceipts>;
  /** Lower-case addresses of the books and factories that count. */
  readonly emitters: () => readonly string[];
  /** Options whose ends are searched. */
  readonly changed: (account: string) => readonly ChangedOption[];
}) {
  const { clock, client, store, receipts } = deps;
  const confirmSingle = createConfirmSingle(deps);
  /** The pace of the run that reads the past. */
  let pace: Pace | undefined;

  /** Waits for a node that is far behind instead of reading everything again. */
  async function refuseOldHead(account: string, border: BlockHeader): Promise<void> {
    const record = store.of(account);
    if (record === undefined || border.number >= record.to - REORG) return;
    if (await deps.lanes.someHas({ number: record.to, hash: record.toHash }))
      throw new RpcError('chainUnreachable', 'The node is far behind the chain.');
  }

  async function begin(account: string, border: BlockHeader, isAgain: boolean) {
    const books = [...deps.emitters()].sort();
    const known = () => store.of(account);
    const record = await beginRecord({ client, account, books, isAgain, known }, border);
    receipts.startRun(isAgain);
    await store.keep(record);
    return record;
  }

  /** @throws RpcError when the client's node fails; ChainNodeError when no node has the logs */
  async function run(
    account: string,
    options: {
      /** True to read everything from the start and keep the known transactions. */
      readonly isAgain: boolean;
      readonly isWanted: () => boolean;
      /** Called when the run knows where it continues. */
      readonly onBegun: () => void;
    },
  ): Promise<void> {
    const { isWanted } = options;
    const latest = await readHeader(client, 'latest');
    const border = await readHeader(client, Math.max(0, latest.number - TAIL));
    await refuseOldHead(account, border);
    const begun = await begin(account, border, options.isAgain);
    options.onBegun();
    const record = () => store.of(account) ?? begun;
    const { books } = begun;
    const lanes = await deps.lanes.usable(border);
    const reading: Reading = { lanes, copies: COPIES, clock, wait: deps.wait, isWanted };
    const fills = { ...reading, read: eventsOf(fillFilters(account, books), books) };
    // Reads receipts at the commit, so that an error of the client's node ends the run.
    const keep: KeepFound = async ({ events }, change) => {
      const transactions = transactionsOf(events);
      await store.keep(change(withTransactions(record(), transactions)));
      await receipts.refresh(account, transactions);
      return true;
    };
    const keepFills = (found: Found<FoundEvent>, change: Partial<HistoryRecord>) =>
      keep(found, (known) => withReaders({ ...known, ...change }, found));
    /** Options whose ends this run has searched. */
    const tried = new Set<string>();
    const search = async () => {
      const changed = deps.changed(account);
      for (const { option } of changed) tried.add(option);
      await searchEnds(changed, { ...reading, to: border.number, record, keep });
    };

    const newest: FoundTransaction[] = [];
    await readSpan({
      ...fills,
      // These blocks are read again soon, and a second node can lack them for now.
      copies: 1,
      span: { from: border.number + 1, to: latest.number },
      direction: 'up',
      async commit({ events }) {
        const transactions = transactionsOf(events);
        newest.push(...transactions);
        await receipts.refresh(account, transactions);
        return true;
      },
    });
    if (!isWanted()) return;
    store.setTail(account, newest);
    await receipts.refresh(account, store.foundOf(account));
    await search();
    if (record().to < border.number) {
      await readSpan({
        ...fills,
        span: { from: record().to + 1, to: border.number },
        direction: 'up',
        commit: (found) => keepFills(found, { to: found.piece.to }),
      });
      if (record().to < border.number) return;
      await store.keep({ ...record(), toHash: border.hash, toAt: border.at });
    }
    let blocks = 0;
    pace = createPace(clock);
    pace.note(blocks);
    while (record().from > record().target && isWanted()) {
      await readSpan({
        ...fills,
        isWanted: () =>
          isWanted() && deps.changed(account).every(({ option }) => tried.has(option)),
        span: { from: record().target, to: record().from - 1 },
        direction: 'down',
        commit(found) {
          const { from, to } = found.piece;
          blocks += to - from + 1;
          pace?.note(blocks);
          return keepFills(found, { from });
        },
      });
      await search();
    }
    await confirmSingle.run(account, reading, keep);
    await search();
  }

  return {
    async run(...[account, options]: Parameters<typeof run>): Promise<void> {
      try {
        await run(account, options);
      } finally {
        pace = undefined;
      }
    },
    /** Immediately asks again about blocks that only one node has answered for. */
    confirmAgain: (): void => confirmSingle.reset(),
    /** Estimates the time for the rest of the past; undefined before the pace is known. */
    secondsLeft(blocks: number): { readonly secondsLeft?: number } {
      const seconds = blocks === 0 ? undefined : pace?.secondsFor(blocks);
      return seconds === undefined ? {} : { secondsLeft: seconds };
    },
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
function createConfirmSingle(deps: { readonly clock: Clock; readonly store: HistoryStore }) {
  const { clock, store } = deps;
  let notBefore = 0;

  return {
    /** Asks again without waiting. */
    reset(): void {
      notBefore = 0;
    },
    /** @throws when a receipt can't be read */
    async run(account: string, reading: Reading, keep: KeepFound): Promise<void> {
      if (clock.now() < notBefore) return;
      const { single = [], books = [] } = store.of(account) ?? {};
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
