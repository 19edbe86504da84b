import { type ChainNode, isCuredBySmallerRange } from '../../chain/node.ts';
import type { Nodes } from '../../chain/nodes.ts';
import type { Cursor } from '../storing/cursor.ts';
import type { IndexerStore } from '../storing/store.ts';
import type { Doubts } from './doubts.ts';
import type { HabitsOf } from './log-habits.ts';
import { type RangeReading, readRange } from './read-range.ts';
import { firstIncomplete, leftOut, pointBefore } from './recheck.ts';
import { UNDOABLE_BLOCKS, UNDOABLE_RANGE } from './undoable.ts';

/** Blocks are read again at this distance behind the head, while they can still be undone. */
const SECOND_READING = UNDOABLE_BLOCKS - 2 * UNDOABLE_RANGE;
/** Latest distance for the second reading. */
const LAST_READING = UNDOABLE_BLOCKS - UNDOABLE_RANGE / 4;

/** Reads blocks again before they become final, because a node may have omitted logs. */
export interface SecondReading {
  /**
   * Reads again the blocks that are due, and those that contradict their headers. Returns the block
   * it went back to when this found something new.
   * @throws ChainNodeError
   */
  check(node: ChainNode, cursor: Cursor, head: number): Promise<number | undefined>;
  forgetAfter(block: number): void;
}

export function createSecondReading(deps: {
  readonly nodes: Nodes;
  readonly store: IndexerStore;
  readonly doubts: Doubts;
  readonly reading: RangeReading;
  readonly habitsOf: HabitsOf;
}): SecondReading {
  const { nodes, store, doubts, reading, habitsOf } = deps;
  /** The last block that was read again; at the start the oldest that can be undone. */
  let doneUpTo = 0;
  let longest = UNDOABLE_RANGE;

  async function readAgain(
    node: ChainNode,
    cursor: Cursor,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<number | undefined> {
    const checkpoints = await store.checkpoints(0);
    const found = await firstIncomplete({
      node,
      nodes,
      checkpoints,
      read: (one) => readRange(one, from, to, reading),
    });
    const point = found && pointBefore(checkpoints, found.block);
    if (found === undefined || point === undefined) return undefined;
    await store.rollBack(cursor, point);
    forgetAfter(point.block);
    if (found.isOfAnother) throw leftOut();
    return point.block;
  }

  function forgetAfter(block: number): void {
    doneUpTo = Math.min(doneUpTo, Math.max(0, block));
    doubts.forget((number) => number > block);
  }

  return {
    forgetAfter,
    async check(node, cursor, head) {
      for (const block of doubts.due()) {
        if (block > cursor.block) continue;
        const point = await readAgain(node, cursor, { from: block, to: block });
        if (point !== undefined) return point;
      }
      // Far from the head, only blocks that would become final before it is reached.
      const isNear = head - cursor.block <= UNDOABLE_RANGE;
      const due = Math.min(cursor.block, head - (isNear ? SECOND_READING : LAST_READING));
      if (due - doneUpTo < (isNear ? UNDOABLE_RANGE : 1)) return undefined;
      const oldest = (await store.checkpoints(0))[0]?.block ?? cursor.block;
      doneUpTo = Math.max(doneUpTo, oldest);
      while (doneUpTo < due) {
        const to = Math.min(doneUpTo + Math.min(habitsOf(node).range.length, longest), due);
        try {
          const point = await readAgain(node, cursor, { from: doneUpTo + 1, to });
          if (point !== undefined) return point;
          doneUpTo = to;
        } catch (error) {
          if (!isCuredBySmallerRange(error) || longest === 1) throw error;
          longest = Math.floor(longest / 2);
        }
      }
      return undefined;
    },
  };
}
