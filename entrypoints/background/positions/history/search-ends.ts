import type { Address } from 'viem';
import type { FoundTransaction, HistoryRecord } from '../../state/history-schemas.ts';
import { lifeFilters } from './fill-logs.ts';
import { withTransactions } from './history-record.ts';
import { type Reading, readSpan } from './read-span.ts';

/** An option whose contract state isn't explained by its known events. */
export interface ChangedOption {
  readonly option: Address;
  /** Block to begin the search at. */
  readonly from: number;
}

/** Searches logs for the events that explain the state of changed options. */
export async function searchEnds(
  options: readonly ChangedOption[],
  deps: Reading & {
    readonly to: number;
    readonly record: () => HistoryRecord | undefined;
    readonly keep: (record: HistoryRecord, found: readonly FoundTransaction[]) => Promise<void>;
  },
): Promise<void> {
  for (const { option, from } of options) {
    const record = deps.record();
    if (record === undefined || !deps.isWanted()) return;
    // An indexer can name any block, so the search stays within the blocks that are read for fills.
    const first = Math.max(from, record.target);
    const done = record.searched.find((one) => one.option === option)?.to ?? first - 1;
    await readSpan({
      ...deps,
      span: { from: done + 1, to: deps.to },
      direction: 'up',
      filters: lifeFilters(option),
      emitters: [option],
      async commit({ piece, events, transactions: found }) {
        const now = deps.record();
        if (now === undefined) return false;
        const searched = now.searched.filter((one) => one.option !== option);
        await deps.keep(
          {
            ...withTransactions(now, found),
            searched: [...searched, { option, to: piece.to }],
          },
          found,
        );
        return !events.some(({ event }) => event.type !== 'role-transferred');
      },
    });
  }
}
