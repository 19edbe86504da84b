import { describe, expect, it } from 'vitest';
import { inOrder, nextToCheck, withRows } from '../../../components/hooks/use-positions.ts';
import {
  blockText,
  deliversAtLoss,
  strikesText,
} from '../../../components/texts/position-texts.ts';
import { headlineWorth } from '../../../shared/positions/headline.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, price8, tokenAmount } from '../../../shared/units.ts';

const row = (at: number, change: Partial<PositionRow> = {}): PositionRow => ({
  key: `0x${at}:buyer`,
  address: `0x${at}`,
  state: 'open',
  isPhysical: false,
  side: 'buyer',
  strikes: [price8(250000000000n)],
  expiry: 1_800_000_000 + at,
  token: { address: '0x', symbol: 'USDC', decimals: 6 },
  contracts: contracts(1000000n),
  premium: tokenAmount(1n),
  fee: tokenAmount(0n),
  collateral: tokenAmount(1n),
  entry: { at: 0, txHash: '0x' },
  buyer: '0x',
  seller: '0x',
  referrer: '0x',
  verification: 'notChecked',
  isChecking: true,
  compared: [],
  disagreements: [],
  isUnproven: false,
  isMoneyProven: false,
  isPayoffEstimate: false,
  isReceived: false,
  isFresh: false,
  hasFailedSettlement: false,
  actions: [],
  ...change,
});

describe('rows of a long list', () => {
  it('verifies a hundred positions at a time, and the positions of the selected tab first', () => {
    const open = Array.from({ length: 150 }, (_, at) => row(at));
    const settled = [row(200, { state: 'settled' }), row(201, { state: 'settled' })];
    const rows = [...open, ...settled];
    expect(nextToCheck(rows, 'open')).toEqual(open.slice(0, 100).map(({ address }) => address));
    // The position that ended last is the first in its tab.
    expect(nextToCheck(rows, 'settled').slice(0, 3)).toEqual(['0x201', '0x200', '0x0']);
  });

  it('verifies an option only once when both of its sides are listed', () => {
    const both = [row(1), row(1, { key: '0x1:seller', side: 'seller' })];
    expect(nextToCheck([...both, row(2, { isChecking: false })], 'open')).toEqual(['0x1']);
  });

  it('updates rows in place once they are verified', () => {
    const view = { rows: [row(1), row(2)], at: 5 };
    const better = row(2, { isChecking: false, verification: 'verified' });
    expect(withRows(view, [better])).toEqual({ rows: [row(1), better], at: 5 });
  });

  it('sorts ended positions by their end, the newest first', () => {
    const rows = [row(1), row(3, { end: { at: 1, txHash: '0x' } }), row(2)];
    expect(inOrder(rows, 'closed').map(({ address }) => address)).toEqual(['0x2', '0x1', '0x3']);
    expect(inOrder(rows, 'open')).toEqual(rows);
  });
});

describe('false claims of an indexer', () => {
  it('shows no value of a position when the chain contradicts the indexer', () => {
    const worth = { value: tokenAmount(5n), profit: tokenAmount(4n) };
    expect(headlineWorth(row(1, { worth }))).toEqual(worth);
    expect(headlineWorth(row(1, { worth, verification: 'disagrees' }))).toBeUndefined();
  });

  it('limits how many strikes of an indexer’s row are shown', () => {
    const strikes = Array.from({ length: 2000 }, () => price8(250000000000n));
    expect(strikesText(row(1, { strikes }))).toBe('$2,500 · $2,500 · $2,500 · $2,500 · … +1,996');
    expect(strikesText(row(1, { strikes: [price8(10n ** 71n)] }))).toBe('>$999T');
  });
});

describe('a physical option’s actions', () => {
  const NOW = 1_800_000_000_000;
  const delivery = {
    token: { address: '0x', symbol: 'WETH', decimals: 18 },
    amount: tokenAmount(1n),
    until: 1_800_007_200,
    isDone: false,
  };
  const physical = row(3_600, { isPhysical: true, delivery });

  it('says in how many hours a physical option can be exercised and settled', () => {
    expect(blockText('notDue', 'payout', physical, NOW)).toContain('2 h');
    expect(blockText('notDue', 'exercise', physical, NOW)).toContain('1 h');
  });

  it('says that the user or the buyer can still exercise, depending on the user’s side', () => {
    const asSeller = { ...physical, side: 'seller' as const };
    expect(blockText('windowOpen', 'payout', physical, NOW)).toMatch(/^You can/);
    expect(blockText('windowOpen', 'payout', asSeller, NOW)).toMatch(/^The buyer can/);
  });

  it('reports only to the buyer that a delivery would be at a loss', () => {
    const atLoss = { delivery: { ...delivery, isAtLoss: true } };
    expect(deliversAtLoss(row(1, atLoss))).toBe(true);
    expect(deliversAtLoss(row(1, { ...atLoss, side: 'seller' }))).toBe(false);
    // At the strike itself, a delivery loses nothing.
    expect(deliversAtLoss(row(1, { worth: { value: tokenAmount(0n) }, delivery }))).toBe(false);
  });
});
