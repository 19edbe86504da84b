import type { BlockRange } from '../../../../shared/chain/logs/log.ts';
import { createLogPool } from '../../../../shared/chain/logs/pool.ts';
import type { Clock, Wait } from '../../../../shared/ports.ts';
import type { LogLane } from '../log-lane.ts';

export interface Reading {
  readonly lanes: readonly LogLane[];
  readonly copies: number;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly isWanted: () => boolean;
}

/** Events in a range of blocks, and the nodes that answered for them. */
export interface Found<Event> {
  readonly piece: BlockRange;
  readonly events: readonly Event[];
  readonly by: readonly LogLane[];
}

/** Reads the first part of a range that the node accepts. */
export type ReadRange<Event> = (
  lane: LogLane,
  range: BlockRange,
  direction: 'up' | 'down',
) => Promise<{ readonly part: BlockRange; readonly found: { readonly logs: readonly Event[] } }>;

/**
 * Reads a span of blocks, and commits its parts in order, starting at the end that `direction`
 * names. Reads each block from `copies` nodes, or from fewer if no more are available. An event
 * counts if one of them returns it. Resolves early when `commit` returns false or the reading isn't
 * wanted any more.
 * @throws ChainNodeError when every node failed too often
 */
export async function readSpan<Event extends { readonly block: number }>(
  options: Reading & {
    readonly span: BlockRange;
    readonly direction: 'up' | 'down';
    readonly read: ReadRange<Event>;
    readonly commit: (found: Found<Event>) => Promise<unknown>;
  },
): Promise<void> {
  const { lanes, copies, clock, wait, direction } = options;
  const pool = createLogPool<LogLane, { readonly logs: readonly Event[] }>({
    lanes,
    timing: { elapsed: clock.now, wait },
    direction,
    copies,
    atOnce: 1,
    read: (lane, range) => options.read(lane, range, direction),
    agree: (readings, _, isLast) => (readings.length >= copies || isLast ? readings : undefined),
  });
  let { from, to } = options.span;
  while (from <= to && options.isWanted())
    for (const piece of await pool.next({ from, to }, (pieces) => pieces.length)) {
      const events = piece.readings.flatMap(({ logs }) => logs);
      const by = piece.readings.map(({ lane }) => lane);
      if ((await options.commit({ piece, events, by })) === false) return;
      if (direction === 'up') from = piece.to + 1;
      else to = piece.from - 1;
    }
}
