import type { Address } from 'viem';
import { type Found, type Reading, readSpan } from '../../chain/scan/read-span.ts';
import type { HistoryRecord } from '../history-schemas.ts';
import { eventsOf, type FoundEvent, lifeFilters } from './fill-logs.ts';

/** An option whose state on the chain isn't explained by its known events. */
export interface ChangedOption {
  readonly option: Address;
  readonly from: number;
}

/** Stores found transactions with a change of the account's record; reads their receipts. */
export type KeepFound = (
  found: Found<FoundEvent>,
  change: (record: HistoryRecord) => HistoryRecord,
) => Promise<void>;

/** Searches logs for the events that explain the state of changed options. */
export async function searchEnds(
  options: readonly ChangedOption[],
  deps: Reading & {
    readonly to: number;
    readonly record: () => HistoryRecord;
    readonly keep: KeepFound;
  },
): Promise<void> {
  for (const { option, from } of options) {
    if (!deps.isWanted()) return;
    const record = deps.record();
    // An indexer can name any block, so the search stays within the blocks read for fills.
    const first = Math.max(from, record.target);
    const done = record.searched.find((one) => one.option === option)?.to ?? first - 1;
    await readSpan({
      ...deps,
      span: { from: done + 1, to: deps.to },
      direction: 'up',
      read: eventsOf(lifeFilters(option), [option]),
      async commit(found) {
        await deps.keep(found, (now) => ({
          ...now,
          searched: [
            ...now.searched.filter((one) => one.option !== option),
            { option, to: found.piece.to },
          ],
        }));
        return found.events.every(({ event }) => event.type === 'role-transferred');
      },
    });
  }
}
