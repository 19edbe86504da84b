import { ChainNodeError } from '../../../../shared/chain/logs/chain-node.ts';
import type { Clock } from '../../../../shared/ports.ts';
import { fillFilters } from './fill-logs.ts';
import { withoutSingle } from './history-record.ts';
import type { HistoryStore } from './history-store.ts';
import { eventsOf, type KeepFound, type Reading, readSpan } from './read-span.ts';

/** Milliseconds before nodes that failed to confirm are asked again. */
const AGAIN_MS = 600_000;

/** Asks other nodes about blocks that only one node has answered for. */
export function createConfirmSingle(deps: { readonly clock: Clock; readonly store: HistoryStore }) {
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
