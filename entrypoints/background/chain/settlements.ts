import { isPending } from '../../../shared/activity/is-pending.ts';
import type { TransactionRecord, TransactionStatus } from '../../../shared/activity/record.ts';
import { isMined, successorOf } from './transaction-state.ts';

/**
 * Outcome of one of the wallet's transactions, with the final hash: the hash of its replacement if
 * the transaction was sped up.
 */
export interface Settled {
  readonly hash: string;
  readonly status: Exclude<TransactionStatus, 'signed' | 'sent' | 'replaced'>;
  /** Another mined transaction of the account has its nonce, such as the user's cancellation. */
  readonly isNonceTaken?: true;
}

export type Settlements = ReturnType<typeof createSettlements>;

/** Lets other features wait until a watched transaction ends. */
export function createSettlements(deps: {
  find: (id: string) => TransactionRecord | undefined;
  isOfEarlierChain: (entry: TransactionRecord) => boolean;
}) {
  let waiting: readonly { hash: string; resolve: (settled: Settled) => void }[] = [];

  function endOf(hash: string): Settled | undefined {
    const entry = deps.find(hash);
    // Newer rows displaced the row, so the outcome will never be known.
    if (entry === undefined) return { hash, status: 'dropped' };
    const last = successorOf(entry, deps.find);
    if (last === undefined)
      return { hash, status: 'dropped', ...(isNonceTaken(entry) ? { isNonceTaken: true } : {}) };
    if (isPending(last)) {
      return deps.isOfEarlierChain(last) ? { hash, status: 'dropped' } : undefined;
    }
    const { status } = last;
    return status === 'confirmed' || status === 'failed' || status === 'dropped'
      ? { hash: last.id, status }
      : undefined;
  }

  function isNonceTaken(entry: TransactionRecord): boolean {
    const other = entry.status === 'replaced' ? deps.find(entry.replacedBy ?? '') : undefined;
    return other !== undefined && isMined(other);
  }

  return {
    /** Resolves when the transaction or its replacement has ended. */
    wait: (hash: string): Promise<Settled> =>
      new Promise((resolve) => {
        const ended = endOf(hash);
        if (ended === undefined) waiting = [...waiting, { hash, resolve }];
        else resolve(ended);
      }),

    look(): void {
      const before = waiting;
      waiting = [];
      for (const waiter of before) {
        const ended = endOf(waiter.hash);
        if (ended === undefined) waiting = [...waiting, waiter];
        else waiter.resolve(ended);
      }
    },
  };
}
