import { ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import { createPace, type Pace } from '../../../shared/chain/logs/pace.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { readHeader } from '../chain/chain-blocks.ts';
import type { LogLane } from '../chain/log-lane.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { HistoryLanes } from '../positions/history/history-lanes.ts';
import { type Found, type ReadRange, readSpan } from '../positions/history/read-span.ts';
import { allowanceFilters, allowancesIn, type NamedAllowance } from './allowance-logs.ts';
import {
  type IsKnown,
  isOverLimit,
  merged,
  openTransactions,
  withinLimits,
} from './allowance-record.ts';
import type { AllowanceRecord, FoundAllowance } from './keys.ts';
import type { ValueReader } from './read-values.ts';

/** The newest blocks are read again each time, because nodes lag and chains reorganize. */
const TAIL = 60;
/** Blocks to read again when the chain replaced the last one. */
const REORG = 1_000;
/** Nodes to read each block from: one node can hide logs that another one returns. */
const COPIES = 2;
/** Transactions of unknown tokens to look up at once. */
const SENDERS_AT_ONCE = 8;
/** Rounds of such look-ups after a piece that was read, so that spam doesn't hold up the reading. */
const ROUNDS_PER_PIECE = 4;

export interface LogReaderDeps {
  readonly chainId: number;
  readonly client: Rpc;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly lanes: HistoryLanes;
  readonly isKnown: IsKnown;
  /** Built-in and listed tokens, whose values are always read. */
  readonly isTrusted: IsKnown;
  /** Lower-case tokens to ask for where a node wants addresses. */
  readonly knownTokens: () => readonly string[];
  /** Present values of those of trusted tokens. */
  readonly values: ValueReader['trusted'];
  readonly record: () => AllowanceRecord | undefined;
  readonly keep: (record: AllowanceRecord) => Promise<void>;
}

/**
 * Reads the logs of one network for what its accounts have allowed: the newest blocks, then those
 * since the last run, then the past down to the first block. A node that wants addresses is asked
 * for known tokens.
 */
export function createLogReader(deps: LogReaderDeps) {
  const { chainId, client, clock, isKnown } = deps;
  /** Nodes that refuse a filter without addresses. */
  const narrow = new WeakSet<LogLane>();
  let pace: Pace | undefined;

  /** Returns the record to continue with, whose newest block is on the chain. */
  async function begin(
    accounts: readonly string[],
    border: { readonly number: number; readonly hash: string },
  ): Promise<AllowanceRecord> {
    const before = deps.record();
    const found = before?.found ?? [];
    const anew = {
      ...{ chainId, accounts: [...accounts], found },
      ...{ from: border.number + 1, to: border.number, toHash: border.hash },
    };
    if (before === undefined || !accounts.every((one) => before.accounts.includes(one)))
      return anew;
    if (before.to > border.number) {
      if (before.to - border.number <= REORG) return before;
      // Waits for a node that is far behind instead of reading everything again.
      if (await deps.lanes.someHas({ number: before.to, hash: before.toHash }))
        throw new ChainNodeError('down', 'the node is far behind the chain');
      return anew;
    }
    const { hash } = await readHeader(client, before.to);
    if (hash === before.toHash) return before;
    const to = Math.max(before.from - 1, before.to - REORG);
    return to < 0 ? anew : { ...before, to, toHash: (await readHeader(client, to)).hash };
  }

  const read =
    (accounts: readonly string[]): ReadRange<NamedAllowance> =>
    async (lane, range, direction) => {
      const asked = { chainId, accounts: new Set(accounts) };
      const ask = (addresses?: readonly string[]) =>
        lane.logs(range, direction, allowanceFilters(accounts, addresses), (logs, part) =>
          allowancesIn(logs, part, asked),
        );
      if (narrow.has(lane)) return ask(deps.knownTokens());
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof ChainNodeError) || error.code !== 'address') throw error;
        narrow.add(lane);
        return ask(deps.knownTokens());
      }
    };

  /**
   * Marks what the account itself granted, which its transactions alone prove for unknown tokens.
   * Anybody can send many others, so each contract gets its turn.
   * @throws RpcError when the node doesn't respond
   */
  async function findSenders(
    isWanted: () => boolean,
    rounds = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const missing = new Set<string>();
    const next = () =>
      openTransactions(deps.record()?.found ?? [])
        .filter((tx) => !missing.has(tx))
        .slice(0, SENDERS_AT_ONCE);
    for (let round = 0; round < rounds && isWanted(); round++) {
      const some = next();
      if (some.length === 0) return;
      const senders = new Map<string, string>();
      await Promise.all(
        some.map(async (tx) => {
          const sent = await client.request('eth_getTransactionByHash', [tx]);
          if (isRecord(sent) && typeof sent.from === 'string')
            senders.set(tx, sent.from.toLowerCase());
          // The next run asks again for one that the node doesn't have.
          else missing.add(tx);
        }),
      );
      const current = deps.record();
      if (current !== undefined)
        await deps.keep(
          limited(
            current,
            current.found.map((one) => withSender(one, senders)),
          ),
        );
    }
  }

  /**
   * Adds found allowances. Above the limit, drops allowances first that no known token grants now.
   */
  async function withFound(
    record: AllowanceRecord,
    events: readonly NamedAllowance[],
  ): Promise<AllowanceRecord> {
    if (events.length === 0) return record;
    const named = events.map(({ tx, allowance }) =>
      isKnown(chainId, allowance.token) ? allowance : { ...allowance, tx },
    );
    const found = merged(record.found, named);
    if (!isOverLimit(found, isKnown)) return { ...record, found };
    const values = await deps.values(found);
    return limited(
      record,
      found.filter((one) => !values.has(one) || values.get(one) !== undefined),
    );
  }

  function limited(record: AllowanceRecord, found: readonly FoundAllowance[]): AllowanceRecord {
    const kept = withinLimits(found, isKnown);
    return { ...record, found: kept, ...(kept.length < found.length ? { isCut: true } : {}) };
  }

  function marksOf({ by }: Found<unknown>): Partial<AllowanceRecord> {
    return {
      ...(by.every((lane) => narrow.has(lane)) ? { isNarrow: true } : {}),
      ...(by.length < COPIES ? { isSingle: true } : {}),
    };
  }

  /** @throws RpcError when the client's node fails; ChainNodeError when no node has the logs */
  async function run(accounts: readonly string[], isWanted: () => boolean): Promise<void> {
    const latest = await readHeader(client, 'latest');
    const border = await readHeader(client, Math.max(0, latest.number - TAIL));
    const lanes = await deps.lanes.usable(border);
    const begun = await begin(accounts, border);
    await deps.keep(begun);
    const record = () => deps.record() ?? begun;
    const keep = async (found: Found<NamedAllowance>, change: Partial<AllowanceRecord>) => {
      const next = await withFound(record(), found.events);
      await deps.keep({ ...next, ...change });
      await findSenders(isWanted, ROUNDS_PER_PIECE);
      return true;
    };
    const reading = {
      ...{ lanes, copies: COPIES, clock, wait: deps.wait, isWanted },
      read: read(accounts),
    };
    await readSpan({
      ...reading,
      // These blocks are read again soon, and a second node can lack them for now.
      copies: 1,
      span: { from: border.number + 1, to: latest.number },
      direction: 'up',
      commit: (found) => keep(found, {}),
    });
    if (record().to < border.number) {
      await readSpan({
        ...reading,
        span: { from: record().to + 1, to: border.number },
        direction: 'up',
        async commit(found) {
          const { to } = found.piece;
          const { hash } = to === border.number ? border : await readHeader(client, to);
          return keep(found, { to, toHash: hash, ...marksOf(found) });
        },
      });
    }
    let blocks = 0;
    pace = createPace(clock);
    pace.note(blocks);
    await readSpan({
      ...reading,
      span: { from: 0, to: record().from - 1 },
      direction: 'down',
      commit(found) {
        const { from, to } = found.piece;
        blocks += to - from + 1;
        pace?.note(blocks);
        return keep(found, { from, ...marksOf(found) });
      },
    });
    await findSenders(isWanted);
  }

  return {
    async run(...[accounts, isWanted]: Parameters<typeof run>): Promise<void> {
      try {
        await run(accounts, isWanted);
      } finally {
        pace = undefined;
      }
    },
    /** Estimates the time for the rest of the past; undefined before the pace is known. */
    secondsFor: (blocks: number): number | undefined =>
      blocks === 0 ? undefined : pace?.secondsFor(blocks),
  };
}

/** Returns an allowance, marked as the account's own if the account sent its transaction. */
function withSender(
  { tx, ...one }: FoundAllowance,
  senders: ReadonlyMap<string, string>,
): FoundAllowance {
  const sender = tx === undefined ? undefined : senders.get(tx);
  if (sender === undefined) return tx === undefined ? one : { ...one, tx };
  return sender === one.account ? { ...one, isOwn: true } : one;
}
