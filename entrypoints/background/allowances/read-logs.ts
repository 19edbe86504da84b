import { ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { BlockHeader } from '../chain/chain-blocks.ts';
import type { LogLane } from '../chain/log-lane.ts';
import { type Found, type ReadRange, readSpan } from '../chain/scan/read-span.ts';
import { beginScan, COPIES, resumed, type ScanDeps } from '../chain/scan/scan.ts';
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

/** Number of transactions of unknown tokens to look up at the same time. */
const SENDERS_AT_ONCE = 8;
/**
 * Maximum number of look-up rounds after each piece of logs, so that spam doesn't delay the
 * reading.
 */
const ROUNDS_PER_PIECE = 4;

export interface LogReaderDeps extends ScanDeps {
  readonly chainId: number;
  readonly isKnown: IsKnown;
  /** Lower-case tokens to ask for when a node requires addresses in a filter. */
  readonly knownTokens: () => readonly string[];
  readonly values: ValueReader['trusted'];
  readonly record: () => AllowanceRecord | undefined;
  readonly keep: (record: AllowanceRecord) => Promise<void>;
  /** Called with the oldest block that was read. */
  readonly notePast: (from: number) => void;
}

/**
 * Creates a function that reads one network's logs for the allowances of its accounts. If a node
 * requires addresses in a filter, the request names only known tokens.
 */
export function createLogReader(deps: LogReaderDeps) {
  const { chainId, client, isKnown } = deps;
  const narrow = new WeakSet<LogLane>();

  /** Returns the record to continue with. Its newest block is on the chain. */
  async function begin(accounts: readonly string[], border: BlockHeader): Promise<AllowanceRecord> {
    const known = await resumed(deps, border, {
      known: deps.record,
      isUsable: (record) => accounts.every((one) => record.accounts.includes(one)),
      cut: (record, { number, hash }) => ({ ...record, to: number, toHash: hash }),
    });
    return (
      known ?? {
        ...{ chainId, accounts: [...accounts], found: deps.record()?.found ?? [] },
        ...{ from: border.number + 1, to: border.number, toHash: border.hash },
      }
    );
  }

  const allowancesOf =
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
   * Looks up the transactions of unknown tokens' allowances, and marks the allowances that the
   * account itself granted. Anyone can emit many logs, so the contracts take turns.
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
          // The node doesn't have the transaction now, so the next run asks again.
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

  /** Adds found allowances. Above the limit, drops allowances that known tokens no longer grant. */
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

  /**
   * Reads the newest blocks, then the blocks since the last run, then older blocks down to the
   * first.
   * @throws RpcError when the client's node fails; ChainNodeError when no node has the logs
   */
  return async (accounts: readonly string[], isWanted: () => boolean): Promise<void> => {
    const scan = await beginScan(deps, isWanted);
    const begun = await begin(accounts, scan.border);
    await deps.keep(begun);
    const record = () => deps.record() ?? begun;
    const read = allowancesOf(accounts);
    const keep = async (found: Found<NamedAllowance>, change: Partial<AllowanceRecord>) => {
      const next = await withFound(record(), found.events);
      await deps.keep({ ...next, ...change });
      await findSenders(isWanted, ROUNDS_PER_PIECE);
    };
    await readSpan({ ...scan.newest, read, commit: (found) => keep(found, {}) });
    await readSpan({
      ...scan.since(record()),
      read,
      async commit(found) {
        const { number, hash } = await scan.headerAt(found.piece.to);
        await keep(found, { to: number, toHash: hash, ...marksOf(found) });
      },
    });
    deps.notePast(record().from);
    await readSpan({
      ...scan.past(record(), 0),
      read,
      async commit(found) {
        const { from } = found.piece;
        await keep(found, { from, ...marksOf(found) });
        deps.notePast(from);
      },
    });
    await findSenders(isWanted);
  };
}

/** Returns the allowance, marked as the account's own grant if the account sent the transaction. */
function withSender(
  { tx, ...one }: FoundAllowance,
  senders: ReadonlyMap<string, string>,
): FoundAllowance {
  const sender = tx === undefined ? undefined : senders.get(tx);
  if (sender === undefined) return tx === undefined ? one : { ...one, tx };
  return sender === one.account ? { ...one, isOwn: true } : one;
}
