import type { BlockRange } from '../../../../shared/chain/logs/log.ts';
import type { BlockHeader } from '../../chain/chain-blocks.ts';
import {
  type FoundTransaction,
  type HistoryRecord,
  MAX_HISTORY_TRANSACTIONS,
} from '../history-schemas.ts';

/** Estimates a block's time from two blocks with known times. */
export function timeOf(record: HistoryRecord, block: number): number {
  const { to, toAt, target, targetAt } = record;
  if (to <= target) return targetAt;
  return Math.round(targetAt + ((toAt - targetAt) * (block - target)) / (to - target));
}

/** Returns true for a transaction that two nodes returned. */
export function isSharedTransaction({ by }: FoundTransaction): boolean {
  return by.length > 1;
}

/**
 * Returns the record with these transactions, without duplicates and in block order. Above the
 * limit, transactions that two nodes returned are kept first, then the newest.
 */
export function withTransactions(
  record: HistoryRecord,
  found: readonly FoundTransaction[],
): HistoryRecord {
  const byHash = new Map<string, FoundTransaction>();
  for (const one of [...record.transactions, ...found]) {
    const by = new Set([...(byHash.get(one.hash)?.by ?? []), ...one.by]);
    byHash.set(one.hash, { ...one, by: [...by].slice(0, 2) });
  }
  const merged = [...byHash.values()];
  const inOrder = (a: FoundTransaction, b: FoundTransaction) => a.block - b.block;
  if (merged.length <= MAX_HISTORY_TRANSACTIONS)
    return { ...record, transactions: merged.sort(inOrder) };
  const kept = merged
    .sort(
      (a, b) =>
        Number(isSharedTransaction(b)) - Number(isSharedTransaction(a)) || b.block - a.block,
    )
    .slice(0, MAX_HISTORY_TRANSACTIONS);
  return { ...record, isCut: true, transactions: kept.sort(inOrder) };
}

/** Returns the record without the blocks above `newest`. */
export function withoutNewest(record: HistoryRecord, newest: BlockHeader): HistoryRecord {
  const { number: to, hash: toHash, at: toAt } = newest;
  return {
    ...record,
    ...{ to, toHash, toAt },
    transactions: record.transactions.filter((one) => one.block <= to),
    searched: record.searched.map((one) => ({ ...one, to: Math.min(one.to, to) })),
    single: record.single.flatMap((one) =>
      one.from > to ? [] : [{ ...one, to: Math.min(one.to, to) }],
    ),
  };
}

/**
 * Returns the record with added blocks for which only this node answered. Adjacent blocks are
 * joined.
 */
export function withSingle(
  record: HistoryRecord,
  { from, to }: BlockRange,
  host: string,
): HistoryRecord {
  const isNext = (one: HistoryRecord['single'][number]) =>
    one.host === host && one.from <= to + 1 && one.to >= from - 1;
  const joined = record.single.filter(isNext);
  const span = {
    from: Math.min(from, ...joined.map((one) => one.from)),
    to: Math.max(to, ...joined.map((one) => one.to)),
    host,
  };
  return { ...record, single: [...record.single.filter((one) => !isNext(one)), span] };
}

/** Returns the record after a second node answered for these blocks. */
export function withoutSingle(record: HistoryRecord, { from, to }: BlockRange): HistoryRecord {
  const single = record.single.flatMap((one) => {
    if (one.to < from || one.from > to) return [one];
    const rest = [
      { ...one, to: from - 1 },
      { ...one, from: to + 1 },
    ];
    return rest.filter((left) => left.from <= left.to);
  });
  return { ...record, single };
}
