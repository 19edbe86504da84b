import { type ChainNode, isCuredBySmallerRange } from './chain-node.ts';
import type { BlockRange } from './log.ts';

/**
 * Reads the logs of the longest part that the node accepts, at the start (`up`) or the end (`down`)
 * of a range, and remembers the part's length.
 * @throws ChainNodeError when a smaller part doesn't help
 */
export async function readPart<Found extends { readonly logs: readonly unknown[] }>(
  { limits: { range, refuse } }: Pick<ChainNode, 'limits'>,
  { from, to }: BlockRange,
  ask: (part: BlockRange) => Promise<Found>,
  direction: 'up' | 'down' = 'up',
): Promise<{ readonly part: BlockRange; readonly found: Found }> {
  for (;;) {
    const length = Math.min(range.length, to - from + 1);
    const part =
      direction === 'up' ? { from, to: from + length - 1 } : { from: to - length + 1, to };
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
