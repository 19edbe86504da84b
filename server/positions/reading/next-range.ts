import { type ChainNode, ChainNodeError, isCuredBySmallerRange } from '../../chain/node.ts';
import type { HabitsOf } from './log-habits.ts';
import { type Range, type RangeReading, readRange } from './read-range.ts';
import { UNDOABLE_BLOCKS, UNDOABLE_RANGE } from './undoable.ts';

/**
 * Reads a range from a block on, as long as the node accepts.
 * @throws ChainNodeError
 */
export async function readNextRange(
  node: ChainNode,
  from: number,
  head: number,
  deps: { readonly reading: RangeReading; readonly habitsOf: HabitsOf },
): Promise<Range> {
  for (;;) {
    const to = endOf(from, head, deps.habitsOf(node).range.length);
    const found = await readOrShrink(node, from, to, deps);
    if (found !== undefined) return found;
  }
}

/** Returns the range's end. Close to the head, ranges are short. */
function endOf(from: number, head: number, range: number): number {
  const border = head - UNDOABLE_BLOCKS;
  if (from <= border) return Math.min(from + range - 1, border);
  return Math.min(from + Math.min(range, UNDOABLE_RANGE) - 1, head);
}

/** Reads a range; returns undefined when it was too large and a smaller one is to be tried. */
async function readOrShrink(
  node: ChainNode,
  from: number,
  to: number,
  { reading, habitsOf }: { readonly reading: RangeReading; readonly habitsOf: HabitsOf },
): Promise<Range | undefined> {
  const habits = habitsOf(node);
  const length = to - from + 1;
  try {
    const found = await readRange(node, from, to, reading);
    habits.range.accept(length, found.logs.length);
    return found;
  } catch (error) {
    if (!isCuredBySmallerRange(error)) throw error;
    if (length > 1) {
      habits.refuse(length, error);
      return undefined;
    }
    // One block is the smallest range.
    if (error.code === 'range')
      throw new ChainNodeError('rejected', 'the node refuses a single block', { cause: error });
    throw error;
  }
}
