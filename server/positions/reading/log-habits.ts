import { createLogRange, type LogRange } from '../../../shared/chain/log-range.ts';
import type { ChainNode, NodeError } from '../../chain/node.ts';

/** How one node takes questions for logs, learned from its answers. */
export interface LogHabits {
  readonly range: LogRange;
  /** Whether every filter must name addresses. */
  readonly needsAddress: boolean;
  /** What the node last refused, for `/health`. */
  readonly refusal: { readonly blocks: number; readonly reason: string } | undefined;
  requireAddress(): void;
  /** Learns from a refusal that a smaller range may cure. */
  refuse(blocks: number, error: NodeError): void;
}

export type HabitsOf = (node: ChainNode) => LogHabits;

/** A node with a limit below this may accept more once the filter names addresses. */
const UNFILTERED_LIMIT = 100;

export function createLogHabits(): HabitsOf {
  const known = new Map<ChainNode, LogHabits>();
  return (node) => {
    const habits = known.get(node) ?? habitsOfOneNode();
    known.set(node, habits);
    return habits;
  };
}

function habitsOfOneNode(): LogHabits {
  const range = createLogRange();
  let filter: 'topics' | 'addresses' | 'either' = 'topics';
  let refusal: LogHabits['refusal'];
  return {
    range,
    get needsAddress() {
      return filter === 'addresses';
    },
    get refusal() {
      return refusal;
    },
    requireAddress() {
      filter = 'addresses';
    },
    refuse(blocks, error) {
      refusal = { blocks, reason: error.message };
      const { limit } = error.details;
      const isSmall = typeof limit === 'number' && limit <= UNFILTERED_LIMIT && limit < blocks;
      if (isSmall && filter === 'topics') {
        filter = 'addresses';
        return;
      }
      // The limit holds with addresses too, and without them one question is enough.
      if (isSmall && filter === 'addresses' && range.length === blocks) filter = 'either';
      range.refuse(blocks, {
        limit: typeof limit === 'number' ? limit : undefined,
        isPassing: error.code !== 'range',
      });
    },
  };
}
