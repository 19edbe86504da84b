import { type ChainNode, isCuredBySmallerRange } from '../../chain/node.ts';
import type { HabitsOf } from './log-habits.ts';
import type { Log } from './read-logs.ts';

export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the logs of a range's first part, as long as the node accepts, and remembers that length.
 * @throws ChainNodeError when a smaller part doesn't help
 */
export async function askPart<Found extends { readonly logs: readonly Log[] }>(
  node: ChainNode,
  habitsOf: HabitsOf,
  { from, to }: BlockRange,
  ask: (part: BlockRange) => Promise<Found>,
): Promise<{ readonly part: BlockRange; readonly found: Found }> {
  const { range, refuse } = habitsOf(node);
  for (;;) {
    const length = Math.min(range.length, to - from + 1);
    const part = { from, to: from + length - 1 };
    try {
      const found = await ask(part);
      range.accept(length, found.logs.length);
      return { part, found };
    } catch (error) {
      if (!isCuredBySmallerRange(error) || length === 1) throw error;
      refuse(length, error);
    }
  }
}
