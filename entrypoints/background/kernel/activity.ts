import { isPending } from '../../../shared/activity/is-pending.ts';
import {
  type ActivityEntry,
  type ActivityRecord,
  ActivityRecordSchema,
  type TransactionRecord,
} from '../../../shared/activity/record.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { ActivityKind } from '../../../shared/messages/commands/approvals.ts';
import type { ActivityMark } from '../../../shared/messages/snapshot.ts';
import { parseAs } from '../../../shared/parse.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { StoredActivity } from './keys.ts';
import { createListVersion } from './list-version.ts';
import type { Stored } from './stored.ts';

const KEPT = 500;

export type ActivityLog = ReturnType<typeof createActivityLog>;

/** Stores what was signed, sent or connected, newest first, across restarts. */
export function createActivityLog(deps: {
  stored: Stored<StoredActivity>;
  clock: Clock;
  onChange: () => void;
}) {
  let entries: StoredActivity = [];
  let loading: Promise<void> | undefined;
  const version = createListVersion(deps.clock);
  /** Hash of block 0 of chains on local nodes, as last read. */
  const genesisOf = new Map<number, string>();

  /**
   * Returns true for a row of a chain that a local node no longer has. The result isn't stored and
   * rows are never deleted, because a node can lie and the earlier chain can return.
   */
  function isOfEarlierChain(entry: ActivityRecord): boolean {
    if (entry.kind !== 'transaction' || entry.genesis === undefined) return false;
    const present = genesisOf.get(entry.chainId);
    return present !== undefined && present !== entry.genesis;
  }

  const marked = () => entries.filter(isOfEarlierChain).map(({ id }) => id);

  async function read(): Promise<void> {
    entries = (await deps.stored.read()) ?? [];
  }

  function load(): Promise<void> {
    loading = read();
    return loading;
  }

  async function write(change: (rows: StoredActivity) => StoredActivity): Promise<void> {
    // Rows that aren't loaded yet must not be overwritten.
    await (loading ?? load());
    const before = entries;
    const after = change(before).slice(0, KEPT);
    entries = after;
    try {
      await deps.stored.write(after);
    } catch (error) {
      // If the row isn't stored, the caller doesn't send its transaction.
      if (entries === after) entries = before;
      throw error;
    }
    version.next();
    deps.onChange();
  }

  const transaction = (id: string): TransactionRecord | undefined => {
    const found = entries.find((entry) => entry.id === id);
    return found?.kind === 'transaction' ? found : undefined;
  };

  return {
    load,
    all: (): StoredActivity => entries,
    transactions: (): TransactionRecord[] =>
      entries
        .filter((entry) => entry.kind === 'transaction')
        .filter((entry) => !isOfEarlierChain(entry)),
    isOfEarlierChain,
    /**
     * Stores the hash of a chain's block 0. Returns true when this changes which rows belong to an
     * earlier chain.
     */
    setGenesis(chainId: number, hash: string | undefined): boolean {
      const before = marked();
      if (hash === undefined) genesisOf.delete(chainId);
      else genesisOf.set(chainId, hash);
      if (marked().join() === before.join()) return false;
      version.next();
      deps.onChange();
      return true;
    },
    /**
     * Throws a `CondorError` with the code `bad-row` for a row that the next start couldn't read.
     */
    check(entry: ActivityRecord): void {
      readable(entry);
    },
    /** @throws CondorError with the code `bad-row`. Nothing is stored then. */
    add: async (entry: ActivityRecord): Promise<void> =>
      write((rows) => [readable(entry), ...rows]),
    /**
     * Changes a transaction's current row. Ignores unknown ids.
     * @throws CondorError with the code `bad-row`. Nothing is changed then.
     */
    change: async (
      id: string,
      change: (row: TransactionRecord) => TransactionRecord,
    ): Promise<void> =>
      write((rows) =>
        rows.map((entry) =>
          entry.id === id && entry.kind === 'transaction' ? readable(change(entry)) : entry,
        ),
      ),
    answerTo: (requestKey: string): string | undefined =>
      entries
        .filter((entry) => entry.kind === 'transaction')
        .find((entry) => entry.requestKey === requestKey)?.hash,
    find: transaction,
    page(show: ActivityKind, count: number): { rows: ActivityEntry[]; total: number } {
      const found = entries
        .map((entry) => shown(entry, isOfEarlierChain(entry)))
        .filter((entry) => isOfKind(entry, show));
      return { rows: found.slice(0, count), total: found.length };
    },
    mark(): ActivityMark {
      const newestMined = entries.find(
        (entry) => entry.kind === 'transaction' && entry.status === 'confirmed',
      )?.id;
      return {
        version: version.text(),
        count: entries.length,
        pending: entries.filter((entry) => isPending(entry) && !isOfEarlierChain(entry)).length,
        ...(newestMined === undefined ? {} : { newestMined }),
      };
    },
  };
}

/** A single malformed row would make the whole list unreadable at the next start. */
function readable<Row extends ActivityRecord>(row: Row): Row {
  if (parseAs(ActivityRecordSchema, row) === undefined) {
    throw new CondorError('bad-row', 'The row of the activity has another form.');
  }
  return row;
}

function isOfKind(entry: ActivityEntry, show: ActivityKind): boolean {
  if (show === 'all') return true;
  return show === 'pending' ? isPending(entry) : entry.kind === show;
}

/** Returns the row for pages: signed bytes and request keys stay in the worker. */
function shown(record: ActivityRecord, isOfEarlierChain: boolean): ActivityEntry {
  if (record.kind !== 'transaction') return record;
  const { nonce: _nonce, genesis: _genesis, requestKey: _requestKey, ...row } = record;
  const entry = isOfEarlierChain ? ({ ...row, isOfEarlierChain } as const) : row;
  if (!('raw' in entry)) return entry;
  const { raw: _raw, ...rest } = entry;
  return rest;
}
