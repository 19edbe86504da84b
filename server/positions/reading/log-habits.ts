import { createLogRange, type LogRange } from '../../../shared/chain/log-range.ts';
import type { ChainNode, ChainNodeError } from '../../chain/node.ts';

/** A node's limits for log requests, learned from its responses. */
export interface LogHabits {
  readonly range: LogRange;
  /** Whether every filter needs addresses. */
  readonly needsAddress: boolean;
  /** The node's last refusal, for `/health`. */
  readonly refusal: { readonly blocks: number; readonly reason: string } | undefined;
  requireAddress(): void;
  /** Records a refusal that a smaller range may avoid. */
  refuse(blocks: number, error: ChainNodeError): void;
}

export type HabitsOf = (node: ChainNode) => LogHabits;

/** A node with a limit below this may accept more when the filter has addresses. */
const UNFILTERED_LIMIT = 100;

export function createLogHabits(): HabitsOf {
  const known = new Map<ChainNode, LogHabits>();
  return (asked) => {
    const node = asked.origin ?? asked;
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
      // The limit also applies with addresses; without them, one request is enough.
      if (isSmall && filter === 'addresses' && range.length === blocks) filter = 'either';
      range.refuse(blocks, {
        limit: typeof limit === 'number' ? limit : undefined,
        isPassing: error.code !== 'range',
      });
    },
  };
}
