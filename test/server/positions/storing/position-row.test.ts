import fc from 'fast-check';
import type { Address, Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { positionOf, positionRowOf } from '../../../../server/positions/storing/position-row.ts';
import type { PositionRecord } from '../../../../shared/positions/record.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../../shared/units.ts';

const digits = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).map((text): Hex => `0x${text}`);
const address: fc.Arbitrary<Address> = digits(40);
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const amount = uint.map(tokenAmount);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const seconds = fc.maxSafeNat().map(unixSeconds);
const moment = fc.record({ block: fc.maxSafeNat(), timestamp: seconds, txHash: digits(64) });

const anyPosition: fc.Arbitrary<PositionRecord> = fc.record({
  address,
  status: fc.constantFrom('pending_init', 'open', 'settled', 'closed'),
  source: fc.constantFrom('book', 'factory'),
  buyer: address,
  seller: address,
  referrer: address,
  createdBy: address,
  entry: fc.tuple(moment, fc.nat()).map(([at, logIndex]) => ({ ...at, logIndex })),
  entryPremium: amount,
  entryFeePaid: amount,
  referralFeePaid: amount,
  collateralToken: address,
  priceFeed: address,
  strikes: fc.array(uint.map(price8), { maxLength: 4 }),
  expiry: seconds,
  numContracts: uint.map(contracts),
  collateralAmount: amount,
  optionType: uint,
  implementation: maybe(address),
  parent: maybe(address),
  quotationId: maybe(uint),
  close: maybe(moment),
  settlement: maybe(
    fc
      .record({
        settlementPrice: maybe(uint.map(price8)),
        payoutBuyer: maybe(amount),
        collateralReturnedSeller: maybe(amount),
      })
      .filter((one) => Object.values(one).some((value) => value !== undefined)),
  ),
  explicitClose: maybe(fc.record({ closedBy: address, collateralReturned: amount })),
});

describe('a row of a position', () => {
  it('stores every member of a record', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        expect(positionOf(positionRowOf(position, position.implementation ?? ''))).toEqual(
          position,
        );
      }),
    );
  });

  it('distinguishes an option without an implementation from an option whose implementation hasn’t been read', () => {
    const [position] = fc.sample(anyPosition, 1);
    if (position === undefined) throw new Error('a sample holds a position');
    const nameless = { ...position, implementation: undefined };
    for (const column of ['', 'unknown']) {
      const row = positionRowOf(nameless, column);
      expect([row.implementation, positionOf(row)]).toEqual([column, nameless]);
    }
  });

  it.each([
    ['address', '0x12'],
    ['status', 'gone'],
    ['buyer', null],
    ['entry_block', 1.5],
    ['entry_tx', `0x${'1'.repeat(63)}`],
    ['entry_premium', '-5'],
    ['num_contracts', '1e9'],
    ['strikes', '1,,2'],
    ['expiry', Number.MAX_SAFE_INTEGER + 1],
    ['payout_buyer', ''],
    ['implementation', 'none'],
  ])('rejects a row whose %s is %s', (column, value) => {
    const [position] = fc.sample(anyPosition, 1);
    if (position === undefined) throw new Error('a sample holds a position');
    expect(positionOf({ ...positionRowOf(position, ''), [column]: value })).toBeUndefined();
  });
});
