import { describe, expect, it } from 'vitest';
import { arePositionsRead, holdingsOf } from '../../../shared/positions/holdings.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, price8, tokenAmount, usd8 } from '../../../shared/units.ts';

const ROW: PositionRow = {
  key: 'k',
  address: '0x0',
  state: 'open',
  isPhysical: false,
  side: 'buyer',
  strikes: [price8(1n)],
  expiry: 0,
  token: { address: '0x1', symbol: 'USDC', decimals: 6 },
  contracts: contracts(1n),
  premium: tokenAmount(1n),
  fee: tokenAmount(0n),
  collateral: tokenAmount(0n),
  entry: { at: 0, txHash: '0x' },
  buyer: '0x2',
  seller: '0x3',
  referrer: '0x0',
  verification: 'verified',
  isUnproven: false,
  compared: [],
  disagreements: [],
  isMoneyProven: true,
  isPayoffEstimate: false,
  isReceived: false,
  isFresh: false,
  hasFailedSettlement: false,
  actions: [],
};
const worth = (valueUsd: bigint, stakeUsd: bigint) => ({
  value: tokenAmount(0n),
  profit: tokenAmount(0n),
  valueUsd: usd8(valueUsd),
  stakeUsd: usd8(stakeUsd),
});

describe('the contribution of running positions to the total', () => {
  it('adds the values of both sides and the collateral that a seller locked', () => {
    const bought = { ...ROW, model: worth(500n, 40n), worth: worth(0n, 40n) };
    const sold = { ...ROW, side: 'seller' as const, model: worth(-300n, 2400n) };
    expect(holdingsOf([bought, sold])).toEqual({
      count: 2,
      marksUsd: 200n,
      collateralUsd: 2400n,
      unknown: 0,
    });
  });

  it('excludes ended and contradicted positions, and counts positions whose value is unknown', () => {
    const valued = { ...ROW, worth: worth(7n, 1n) };
    expect(
      holdingsOf([
        { ...valued, state: 'settled' },
        { ...valued, state: 'closed' },
        { ...valued, verification: 'disagrees' },
        { ...valued, state: 'awaitingSettlement' },
        ROW,
      ]),
    ).toEqual({ count: 2, marksUsd: 7n, collateralUsd: 0n, unknown: 1 });
  });

  it('returns an unknown contribution, not zero, while no position has a known value', () => {
    const sold = { ...ROW, side: 'seller' as const };
    expect(holdingsOf([ROW])).toEqual({
      count: 1,
      marksUsd: undefined,
      collateralUsd: 0n,
      unknown: 1,
    });
    expect(holdingsOf([sold])).toMatchObject({ marksUsd: undefined, collateralUsd: undefined });
    const valued = { ...ROW, worth: worth(7n, 1n) };
    expect(holdingsOf([valued, sold])).toMatchObject({ marksUsd: 7n, collateralUsd: undefined });
    expect(holdingsOf([])).toEqual({ count: 0, marksUsd: 0n, collateralUsd: 0n, unknown: 0 });
  });
});

describe('the positions of an account', () => {
  const chain = { isReading: true, canLookFurther: true };
  const progress = { readSeconds: 1, ofSeconds: 2 };

  it.each([
    [true, 'an indexer answered', { at: 1 }],
    [true, 'an indexer answered before it failed', { at: 1, trouble: 'unreachable' }],
    [true, 'the chain is read', { trouble: 'none', chain: { ...chain, since: 1 } }],
    [false, 'no indexer ever answered', { trouble: 'unreachable' }],
    [false, 'nothing of the chain is read', { trouble: 'none', chain }],
    [false, 'a part of the chain is read', { chain: { ...chain, since: 1, progress } }],
  ] as const)('decides whether the positions are known: %s when %s', (isRead, _, view) => {
    expect(arePositionsRead({ rows: [], ...view })).toBe(isRead);
  });
});
