import type { Clock } from '../../../shared/ports.ts';
import { type Block, requireBlock } from '../../chain/blocks.ts';
import type { Nodes } from '../../chain/nodes.ts';
import type { Cursor } from '../storing/cursor.ts';
import type { IndexerStore } from '../storing/store.ts';
import { createBackfill } from './backfill.ts';
import type { Differences } from './differences.ts';
import { withOptionLogs } from './option-logs.ts';
import { ensureConsistent, group, type RangeReading } from './read-range.ts';

/** Milliseconds for which final blocks up to one border are read, before the head is read again. */
const FAR_MS = 60_000;

/** Reads final blocks far ahead with all nodes, compares their readings, and commits them. */
export interface FarReading {
  /** Returns true when enough nodes work. */
  isPossible(): boolean;
  /** Begins to read up to this final block, for at most `FAR_MS`. */
  begin(border: Block, head: number): void;
  /** Returns true if there are blocks after the cursor to read. */
  isAheadOf(cursor: Cursor): boolean;
  /**
   * Commits the next blocks.
   * @throws ChainNodeError and database errors
   */
  commitNext(cursor: Cursor): Promise<void>;
  end(): void;
}

export function createFarReading(deps: {
  readonly nodes: Nodes;
  readonly store: IndexerStore;
  readonly clock: Clock;
  readonly reading: RangeReading;
  readonly differences: Differences;
}): FarReading {
  const { nodes, store, clock, reading, differences } = deps;
  const { ask, trusted } = reading;
  const backfill = createBackfill({ nodes, clock, ask, trusted, differences });
  let far: { readonly border: Block; readonly head: number; readonly until: number } | undefined;

  async function commit(cursor: Cursor, border: Block, head: number): Promise<void> {
    const pieces = await backfill.next(cursor.block, border);
    const end = pieces.at(-1)?.to ?? cursor.block;
    try {
      const logs = await withOptionLogs(pieces, {
        nodes,
        ask,
        differences,
        known: store.aliveOptions,
      });
      const { last, transactions } = await nodes.use(async (node) => {
        const last = end === border.number ? border : await requireBlock(node, end);
        ensureConsistent(logs, [last], { from: cursor.block + 1, to: end });
        return { last, transactions: await group(node, logs, [last]) };
      });
      await store.commit(cursor, {
        transactions,
        last,
        blocks: [],
        isUndoable: false,
        headBlock: Math.max(head, nodes.highestHead()),
        now: clock.now(),
      });
    } catch (error) {
      backfill.forget();
      throw error;
    }
  }

  return {
    isPossible: () =>
      nodes.lanes.length === 1 || nodes.lanes.filter((lane) => !lane.isResting()).length >= 2,
    begin(border, head) {
      far = { border, head, until: clock.now() + FAR_MS };
    },
    isAheadOf: ({ block }) =>
      far !== undefined && block < far.border.number && clock.now() <= far.until,
    async commitNext(cursor) {
      if (far !== undefined) await commit(cursor, far.border, far.head);
    },
    end() {
      far = undefined;
    },
  };
}
