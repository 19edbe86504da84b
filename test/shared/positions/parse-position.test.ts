import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  parsePosition,
  parsePositions,
  sidesOf,
} from '../../../shared/positions/parse-position.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import { price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { PositionWire } from '../../../shared/wire/positions.ts';
import { positionsFromLogs } from '../../helpers/positions-from-logs.ts';
import { BUYER, filled, initialized, optionAddress, PUT_R12, SELLER } from './event-logs.ts';

const now = unixSeconds(1_788_500_000);
const logs = [initialized(optionAddress(1)), filled(optionAddress(1))].map((log, i) => ({
  ...log,
  logIndex: 0 * i,
}));
const [made] = positionsFromLogs(logs, { hash: `0x${'ab'.repeat(32)}`, block: 9, timestamp: now });
if (made === undefined) throw new Error('the logs make a position');
const open = { ...made, implementation: PUT_R12 };
const settled = {
  ...open,
  status: 'settled' as const,
  close: { block: 10, timestamp: unixSeconds(now + 9), txHash: `0x${'cd'.repeat(32)}` as const },
  settlement: {
    settlementPrice: price8(7_800_000_000_000n),
    payoutBuyer: tokenAmount(1_000_000_000n),
    collateralReturnedSeller: tokenAmount(78_000_000_000n),
  },
};

/** A row in the format of the specification and the deployed indexer. */
const ROW = JSON.parse(JSON.stringify(positionToWire(open, now)));

describe('publishing a position', () => {
  it('publishes open and settled positions in the form of the wire schema', () => {
    for (const wire of [positionToWire(open, now), positionToWire(settled, now, 'buyer')])
      expect(Check(PositionWire, wire)).toBe(true);
  });

  it('publishes the settlement, the profit, and the names of the token, the asset and the product', () => {
    expect(positionToWire(settled, now, 'buyer')).toMatchObject({
      status: 'settled',
      optionStatus: 'settled-itm',
      collateralSymbol: 'USDC',
      collateralDecimals: 6,
      underlyingAsset: 'BTC',
      implementationName: 'PUT',
      implementationType: 'VANILLA',
      settlement: { settlementPrice: '7800000000000', payoutBuyer: '1000000000' },
      side: 'buyer',
      pnlUsd: '91914653900',
      pnlPct: '1136.80',
    });
  });

  it('parses a published position back to the same record', () => {
    for (const position of [open, settled])
      expect(
        parsePosition(JSON.parse(JSON.stringify(positionToWire(position, now)))),
      ).toMatchObject({ position });
  });
});

describe('reading a position', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a transaction hash without 0x', { entryTxHash: 'ab'.repeat(32) }],
    ['mixed letter case', { buyer: BUYER.toUpperCase().replace('0X', '0x') }],
    ['a settlement that is absent', { settlement: undefined }],
    [
      'a settlement full of nulls',
      { settlement: { settlementPrice: null, payoutBuyer: null, collateralReturnedSeller: null } },
    ],
    ['explicitClose as a boolean', { explicitClose: false }],
    [
      'no extras of newer indexers',
      {
        optionStatus: undefined,
        bookAddress: undefined,
        optionTypeRaw: undefined,
        quotationId: undefined,
      },
    ],
    ['numbers for strings', { numContracts: 1_000_000, entryPremium: 80_853_461 }],
    ['strings for numbers', { expiryTimestamp: '1788595200', entryTimestamp: String(now) }],
    ['an upper-case symbol', { collateralSymbol: 'CBBTC' }],
  ])('accepts a row with %s', (_, changes) => {
    expect(parsePosition({ ...ROW, ...changes })).toMatchObject({
      position: open,
      collateralSymbol: 'USDC',
      collateralDecimals: 6,
      side: undefined,
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['address', { address: '0x' }],
    ['status', { status: 'gone' }],
    ['buyer', { buyer: null }],
    ['strikes', { strikes: ['1.5'] }],
    ['expiryTimestamp', { expiryTimestamp: null }],
    ['numContracts', { numContracts: '1e6' }],
    ['entryPremium', { entryPremium: null }],
  ])('rejects a row with an invalid %s and names the field', (field, changes) => {
    expect(parsePosition({ ...ROW, ...changes })).toBe(field);
  });

  it.each([
    ['a bare array', [ROW]],
    ['the member data', { data: [ROW] }],
    ['the member positions', { count: 1, positions: [ROW] }],
  ])('finds the positions in %s', (_, answer) => {
    expect(parsePositions(answer)?.positions).toHaveLength(1);
  });

  it('skips an invalid row and keeps the rest', () => {
    expect(parsePositions([{}, ROW])).toMatchObject({
      positions: [{ position: open }],
      problems: [{ index: 0, field: 'address' }],
    });
  });

  it.each([[null], [{}], ['text'], [{ data: {} }]])('doesn’t find a list in %j', (answer) => {
    expect(parsePositions(answer)).toBeUndefined();
  });

  it('derives the sides of an account from buyer and seller', () => {
    expect(sidesOf(open, BUYER)).toEqual(['buyer']);
    expect(sidesOf(open, SELLER)).toEqual(['seller']);
    expect(sidesOf({ ...open, seller: BUYER }, BUYER)).toEqual(['buyer', 'seller']);
    expect(sidesOf(open, PUT_R12)).toEqual([]);
  });
});
