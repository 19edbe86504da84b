import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import type { Clock } from '../../../../shared/ports.ts';
import { MAX_READ_ACCOUNTS } from '../../../../shared/positions/position-view.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { FoundTransaction, HistoryRecord } from '../history-schemas.ts';

/** Milliseconds between writes of the progress, which a restarted worker continues from. */
const STORE_EVERY_MS = 5_000;

export type HistoryStore = ReturnType<typeof createHistoryStore>;

/** Keeps each account's history and stores it every few seconds. */
export function createHistoryStore(deps: {
  readonly stored: Stored<HistoryRecord[]>;
  readonly clock: Clock;
}) {
  let records: readonly HistoryRecord[] = [];
  let storedAt = 0;
  /** Transactions in each account's newest blocks, which aren't stored. */
  const tails = new Map<string, readonly FoundTransaction[]>();

  const of = (account: string): HistoryRecord | undefined =>
    records.find((one) => one.chainId === CHAIN_ID && one.account === account.toLowerCase());

  /** Replaces the account's record. `isLast` stores it at once. */
  async function keep(record: HistoryRecord, isLast = false): Promise<void> {
    const others = records.filter(({ account }) => account !== record.account);
    records = [...others, record].slice(-MAX_READ_ACCOUNTS);
    if (!isLast && deps.clock.now() - storedAt < STORE_EVERY_MS) return;
    storedAt = deps.clock.now();
    await deps.stored.write([...records]);
  }

  return {
    of,
    keep,
    async load(): Promise<void> {
      records = (await deps.stored.read()) ?? [];
    },
    /** Changes the account's record, if there is one, and stores it at once. */
    async change(account: string, next: (record: HistoryRecord) => HistoryRecord): Promise<void> {
      const record = of(account);
      if (record !== undefined) await keep(next(record), true);
    },
    setTail(account: string, found: readonly FoundTransaction[]): void {
      tails.set(account, found);
    },
    /** The transactions that nodes returned, each once. */
    foundOf(account: string): readonly FoundTransaction[] {
      const older = of(account)?.transactions ?? [];
      const newest = tails.get(account) ?? [];
      const known = new Set(older.map(({ hash }) => hash));
      return [...older, ...newest.filter(({ hash }) => !known.has(hash))];
    },
  };
}
