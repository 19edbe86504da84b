import type { Clock } from '../../../../shared/ports.ts';
import type { FoundTransaction } from '../../state/history-schemas.ts';
import { type FoundEvent, transactionsOf } from './fill-logs.ts';
import { withoutSingle, withTransactions } from './history-record.ts';
import type { HistoryStore } from './history-store.ts';
import type { LogLane, Span } from './log-lane.ts';
import { isTooNarrow, NoLaneError, type Reading, readSpan } from './read-span.ts';

/** Milliseconds before nodes that failed to confirm are asked again. */
const AGAIN_MS = 600_000;

/** Asks other nodes about blocks that only one node has answered for. */
export function createConfirmSingle(deps: {
  readonly clock: Clock;
  readonly store: HistoryStore;
  /** Reads the receipts of found transactions. */
  readonly onFound: (account: string, found: readonly FoundTransaction[]) => Promise<void>;
}) {
  const { clock, store } = deps;
  let notBefore = 0;

  async function confirm(
    account: string,
    span: Span,
    reading: Reading,
    read: (lane: LogLane, piece: Span) => Promise<readonly FoundEvent[]>,
  ): Promise<void> {
    await readSpan({
      ...reading,
      copies: 1,
      span,
      direction: 'down',
      read,
      async commit(piece, named) {
        const found = transactionsOf(named);
        const record = store.of(account);
        if (record === undefined) return false;
        await store.keep(withoutSingle(withTransactions(record, found), piece));
        await deps.onFound(account, found);
        return true;
      },
    });
  }

  return {
    /** Asks again without waiting. */
    reset(): void {
      notBefore = 0;
    },
    /** @throws when a receipt can't be read */
    async run(
      account: string,
      reading: Reading,
      read: (lane: LogLane, piece: Span) => Promise<readonly FoundEvent[]>,
    ): Promise<void> {
      if (clock.now() < notBefore) return;
      for (const span of store.of(account)?.single ?? []) {
        const lanes = reading.lanes.filter(
          (lane) => lane.host !== span.host && !lane.isOut && !isTooNarrow(lane, reading.lanes),
        );
        if (lanes.length === 0 || !reading.isWanted()) continue;
        try {
          await confirm(account, span, { ...reading, lanes }, read);
        } catch (error) {
          if (!(error instanceof NoLaneError)) throw error;
          notBefore = clock.now() + AGAIN_MS;
          return;
        }
      }
    },
  };
}
