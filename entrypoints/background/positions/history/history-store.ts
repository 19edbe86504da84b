import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import type { Clock } from '../../../../shared/ports.ts';
import { type HistoryRecord, MOST_ACCOUNTS } from '../../state/history-schemas.ts';
import type { Stored } from '../../state/stored.ts';

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

  return {
    async load(): Promise<void> {
      records = (await deps.stored.read()) ?? [];
    },
    of: (account: string): HistoryRecord | undefined =>
      records.find((one) => one.chainId === CHAIN_ID && one.account === account.toLowerCase()),
    /** Replaces the account's record. `isLast` stores it at once. */
    async keep(record: HistoryRecord, isLast = false): Promise<void> {
      const others = records.filter(({ account }) => account !== record.account);
      records = [...others, record].slice(-MOST_ACCOUNTS);
      if (!isLast && deps.clock.now() - storedAt < STORE_EVERY_MS) return;
      storedAt = deps.clock.now();
      await deps.stored.write([...records]);
    },
  };
}
