import { describe, expect, it } from 'vitest';
import { withTransactions } from '../../../entrypoints/background/positions/history/history-record.ts';
import {
  type HistoryRecord,
  MAX_HISTORY_TRANSACTIONS,
} from '../../../entrypoints/background/positions/history-schemas.ts';

const EMPTY: HistoryRecord = {
  chainId: 8453,
  account: `0x${'ab'.repeat(20)}`,
  books: [],
  from: 1,
  to: 0,
  toHash: `0x${'00'.repeat(32)}`,
  toAt: 0,
  target: 0,
  targetAt: 0,
  transactions: [],
  single: [],
  searched: [],
};
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
const named = (n: number, ...by: string[]) => ({ hash: hash(n), block: n, by });

describe('the transactions of a history', () => {
  it('keeps each transaction once, sorts by block, and names at most two of the nodes that returned the transaction', () => {
    const record = withTransactions(EMPTY, [named(2, 'one'), named(1, 'one')]);
    const { transactions } = withTransactions(record, [named(2, 'two'), named(2, 'three')]);
    expect(transactions).toEqual([named(1, 'one'), named(2, 'one', 'two')]);
  });

  it('drops the oldest transactions that only one node returned, and reports the loss', () => {
    const invented = Array.from({ length: MAX_HISTORY_TRANSACTIONS + 100 }, (_, n) =>
      named(n + 10, 'liar'),
    );
    const { transactions, isCut } = withTransactions(EMPTY, [named(1, 'one', 'two'), ...invented]);
    expect(isCut).toBe(true);
    expect(transactions).toHaveLength(MAX_HISTORY_TRANSACTIONS);
    expect(transactions[0]).toEqual(named(1, 'one', 'two'));
    expect(transactions[1]?.block).toBe(111);
    expect(transactions.at(-1)?.block).toBe(MAX_HISTORY_TRANSACTIONS + 109);
  });
});
