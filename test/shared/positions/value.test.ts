import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMPLEMENTATIONS, type ProductName } from '../../../shared/chain/implementations.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { optionStatus, valuePosition } from '../../../shared/positions/value.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { positionsFromLogs } from '../../helpers/positions-from-logs.ts';
import { filled, initialized, optionAddress } from './event-logs.ts';

const WETH = '0x4200000000000000000000000000000000000006';
const ETH_FEED = '0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70';
const now = unixSeconds(1_788_500_000);

/** An open position of r12 with round numbers. */
function position(product: ProductName, changes: Partial<PositionRecord> = {}): PositionRecord {
  const logs = [initialized(optionAddress(1)), filled(optionAddress(1))].map((log, logIndex) => ({
    ...log,
    logIndex,
  }));
  const [made] = positionsFromLogs(logs, { hash: `0x${'1'.repeat(64)}`, block: 1, timestamp: now });
  const implementation = IMPLEMENTATIONS.find(
    (one) => one.product === product && one.revision === 'r12',
  );
  if (made === undefined || implementation === undefined) return expect.unreachable();
  return { ...made, implementation: implementation.address, ...changes };
}

function settledAt(price: bigint, payout: bigint): Partial<PositionRecord> {
  return {
    status: 'settled',
    settlement: {
      settlementPrice: price8(price),
      payoutBuyer: tokenAmount(payout),
      collateralReturnedSeller: tokenAmount(79_000_000_000n - payout),
    },
  };
}

/**
 * A call on one ether with strike 2000. One ether is locked, and the premium is 0.1 ether including
 * a fee of 0.01.
 */
const etherCall: Partial<PositionRecord> = {
  collateralToken: WETH,
  priceFeed: ETH_FEED,
  strikes: [price8(200_000_000_000n)],
  numContracts: contracts(10n ** 18n),
  collateralAmount: tokenAmount(10n ** 18n),
  entryPremium: tokenAmount(10n ** 17n),
  entryFeePaid: tokenAmount(10n ** 16n),
};

describe('a settled position', () => {
  const put = position('PUT', settledAt(7_800_000_000_000n, 1_000_000_000n));

  it('values a settled position for its buyer as the payout less the premium', () => {
    expect(valuePosition({ position: put, side: 'buyer', now })).toEqual({
      status: 'settled-itm',
      realized: {
        value: 1_000_000_000n,
        profit: 919_146_539n,
        valueUsd: 100_000_000_000n,
        profitUsd: 91_914_653_900n,
        stakeUsd: 8_085_346_100n,
        profitBps: 113_680n,
      },
      intrinsic: undefined,
      model: undefined,
    });
  });

  it('values a seller’s settled position as the premium less the fee and the payout, and in per cent of the collateral', () => {
    expect(valuePosition({ position: put, side: 'seller', now }).realized).toEqual({
      value: 1_000_000_000n,
      profit: 80_853_461n - 1_250_000n - 1_000_000_000n,
      valueUsd: 100_000_000_000n,
      profitUsd: -92_039_653_900n,
      stakeUsd: 7_900_000_000_000n,
      profitBps: -117n,
    });
  });

  it('marks a position that paid nothing as out of the money, and counts the premium as a loss', () => {
    const value = valuePosition({
      position: position('PUT', settledAt(8_000_000_000_000n, 0n)),
      side: 'buyer',
      now,
    });
    expect(value).toMatchObject({
      status: 'settled-otm',
      realized: { profit: -80_853_461n, profitBps: -10_000n },
    });
  });

  it('converts the value of a position in ether into dollars at the settlement price', () => {
    const call = position('INVERSE_CALL', {
      ...etherCall,
      ...settledAt(250_000_000_000n, 2n * 10n ** 17n),
    });
    expect(
      valuePosition({ position: call, side: 'buyer', now, spot: price8(1n) }).realized,
    ).toMatchObject({
      profit: 10n ** 17n,
      profitUsd: 25_000_000_000n,
    });
  });

  it('values a physical option by its exercise, not by the whole collateral', () => {
    const call = position('PHYSICAL_CALL', {
      ...etherCall,
      ...settledAt(250_000_000_000n, 10n ** 18n),
    });
    expect(valuePosition({ position: call, side: 'buyer', now }).realized?.value).toBe(
      2n * 10n ** 17n,
    );
  });

  it('returns undefined, not zero, as the profit in dollars when the price is unknown', () => {
    const call = position('INVERSE_CALL', {
      ...etherCall,
      status: 'settled',
      settlement: {
        settlementPrice: undefined,
        payoutBuyer: tokenAmount(5n),
        collateralReturnedSeller: undefined,
      },
    });
    expect(
      valuePosition({ position: call, side: 'buyer', now }).realized?.profitUsd,
    ).toBeUndefined();
  });
});

describe('an open position', () => {
  it('values an open position as its payoff at the spot price', () => {
    const spot = price8(7_850_000_000_000n);
    expect(
      valuePosition({ position: position('PUT'), side: 'buyer', now, spot }).intrinsic,
    ).toMatchObject({
      value: 500_000_000n,
      profit: 419_146_539n,
    });
  });

  it('returns a model value above the intrinsic value when a volatility is known', () => {
    const spot = price8(7_850_000_000_000n);
    const value = valuePosition({
      position: position('PUT'),
      side: 'buyer',
      now,
      spot,
      market: { middle: 0.5, halfSpread: 0, isSpreadAssumed: false },
    });
    expect(value.model?.value).toBeGreaterThan(value.intrinsic?.value ?? 0n);
    expect(value.realized).toBeUndefined();
  });

  it.each<[string, PositionRecord, bigint | undefined]>([
    ['no spot price is known', position('PUT'), undefined],
    [
      'the option’s implementation is unknown',
      position('PUT', { implementation: undefined }),
      7_850_000_000_000n,
    ],
    [
      'the option’s terms aren’t known yet',
      position('PUT', { status: 'pending_init' }),
      7_850_000_000_000n,
    ],
    ['both sides closed the option', position('PUT', { status: 'closed' }), 7_850_000_000_000n],
  ])('doesn’t return a value when %s', (_, one, spot) => {
    const value = valuePosition({
      position: one,
      side: 'buyer',
      now,
      spot: spot === undefined ? undefined : price8(spot),
    });
    expect([value.realized, value.intrinsic, value.model]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('the profits of both sides add up to exactly minus the fee', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 13n }).map(price8),
        fc.constantFrom('PUT', 'INVERSE_CALL'),
        (spot, product) => {
          const one = position(product as ProductName, product === 'PUT' ? {} : etherCall);
          const [buyer, seller] = (['buyer', 'seller'] as const).map(
            (side) => valuePosition({ position: one, side, now, spot }).intrinsic?.profit ?? 0n,
          );
          expect((buyer ?? 0n) + (seller ?? 0n)).toBe(-one.entryFeePaid);
        },
      ),
    );
  });
});

describe('the status of an option', () => {
  it('reports an option as active until its expiry, then as awaiting settlement', () => {
    const open = position('PUT');
    expect(optionStatus(open, unixSeconds(open.expiry - 1))).toBe('active');
    expect(optionStatus(open, open.expiry)).toBe('expired-awaiting-settlement');
    expect(optionStatus(position('PUT', { status: 'closed' }), now)).toBe('closed');
  });
});
