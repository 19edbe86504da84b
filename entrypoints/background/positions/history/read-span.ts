import type { BlockRange, LogFilter } from '../../../../shared/chain/logs/log.ts';
import { createLogPool } from '../../../../shared/chain/logs/pool.ts';
import type { Clock, Wait } from '../../../../shared/ports.ts';
import type { FoundTransaction, HistoryRecord } from '../../state/history-schemas.ts';
import { eventsIn, type FoundEvent, transactionsOf } from './fill-logs.ts';
import type { LogLane } from './log-lane.ts';

/** How a run reads from its nodes. */
export interface Reading {
  readonly lanes: readonly LogLane[];
  /** Nodes to read each block from. */
  readonly copies: number;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly isWanted: () => boolean;
}

/** Blocks with what was found in them, and the nodes that answered for them. */
export interface Found {
  readonly piece: BlockRange;
  readonly events: readonly FoundEvent[];
  readonly transactions: readonly FoundTransaction[];
  readonly by: readonly LogLane[];
}

/**
 * Stores found transactions with another change of the account's record, and reads their receipts.
 * Resolves with true: the reading goes on.
 */
export type KeepFound = (
  found: Found,
  change: (record: HistoryRecord) => HistoryRecord,
) => Promise<true>;

/**
 * Reads a span of blocks, and commits its pieces in order from the end that `direction` starts at.
 * Reads each block from `copies` nodes, or from fewer when no other is available: what any of them
 * names counts. Resolves early when `commit` returns false or the reading is unwanted.
 * @throws ChainNodeError when every node failed too often
 */
export async function readSpan(
  options: Reading & {
    readonly span: BlockRange;
    readonly direction: 'up' | 'down';
    readonly filters: readonly LogFilter[];
    /** Lower-case addresses of the contracts whose logs count. */
    readonly emitters: readonly string[];
    readonly commit: (found: Found) => Promise<boolean>;
  },
): Promise<void> {
  const { lanes, copies, clock, wait, direction, filters, emitters } = options;
  const pool = createLogPool<LogLane, { readonly logs: readonly FoundEvent[] }>({
    lanes,
    timing: { elapsed: clock.now, wait },
    direction,
    copies,
    atOnce: 1,
    read: (lane, range) =>
      lane.logs(range, direction, filters, (logs, part) =>
        eventsIn(logs, part, emitters, lane.node.name),
      ),
    agree: (readings, _, isLast) => (readings.length >= copies || isLast ? readings : undefined),
  });
  let { from, to } = options.span;
  while (from <= to && options.isWanted())
    for (const piece of await pool.next({ from, to }, (pieces) => pieces.length)) {
      const events = piece.readings.flatMap(({ logs }) => logs);
      const by = piece.readings.map(({ lane }) => lane);
      const transactions = transactionsOf(events);
      if (!(await options.commit({ piece, events, transactions, by }))) return;
      if (direction === 'up') from = piece.to + 1;
      else to = piece.from - 1;
    }
}
