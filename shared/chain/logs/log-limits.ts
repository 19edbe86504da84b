import type { CondorError } from '../../errors.ts';
import { createLogRange, type LogRange } from './log-range.ts';

/** A node's limits for log requests, learned from its responses. */
export interface LogLimits {
  readonly range: LogRange;
  readonly needsAddress: boolean;
  /** Maximum number of addresses in a filter. */
  readonly addresses: number;
  /** The node's last refusal, for `/health`. */
  readonly refusal: { readonly blocks: number; readonly reason: string } | undefined;
  ensureAddress(): void;
  /** Records that a filter had too many addresses; `limit` is the number that the node named. */
  refuseAddresses(asked: number, limit: unknown): void;
  /** Records a refusal that a smaller range may avoid. */
  refuse(blocks: number, error: CondorError): void;
}

/** Nodes refuse filters with more than about a thousand addresses. */
const MAX_ADDRESSES = 500;
/** A node with a lower limit (in blocks) may accept more blocks if the filter has addresses. */
const UNFILTERED_LIMIT = 100;

export function createLogLimits(): LogLimits {
  const range = createLogRange();
  let filter: 'topics' | 'addresses' | 'either' = 'topics';
  let addresses = MAX_ADDRESSES;
  let refusal: LogLimits['refusal'];
  return {
    range,
    get addresses() {
      return addresses;
    },
    get needsAddress() {
      return filter === 'addresses';
    },
    get refusal() {
      return refusal;
    },
    ensureAddress() {
      filter = 'addresses';
    },
    refuseAddresses(asked, limit) {
      const half = Math.floor(asked / 2);
      const named = typeof limit === 'number' && limit < asked ? limit : half;
      addresses = Math.max(1, Math.min(addresses, named));
    },
    refuse(blocks, error) {
      refusal = { blocks, reason: error.message };
      const { limit } = error.details;
      const isSmall = typeof limit === 'number' && limit <= UNFILTERED_LIMIT && limit < blocks;
      if (isSmall && filter === 'topics') {
        filter = 'addresses';
        return;
      }
      // The limit doesn't depend on addresses. Filters without addresses are used again, because
      // they need only one request.
      if (isSmall && filter === 'addresses' && range.length === blocks) filter = 'either';
      range.refuse(blocks, {
        limit: typeof limit === 'number' ? limit : undefined,
        isPassing: error.code !== 'range',
      });
    },
  };
}
