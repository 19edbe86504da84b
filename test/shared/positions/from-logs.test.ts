import fc from 'fast-check';
import { type Address, type Hex, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeLog } from '../../../shared/positions/decode-log.ts';
import type { EventLog } from '../../../shared/positions/event-log.ts';
import { applyTransaction, type TransactionEvents } from '../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { positionsFromLogs } from '../../helpers/positions-from-logs.ts';
import {
  BOOK,
  BUYER,
  encodeLog,
  FACTORY,
  filled,
  initialized,
  OTHER,
  optionAddress,
  REFERRER,
  SELLER,
} from './event-logs.ts';

const option = optionAddress(1);
const child = optionAddress(2);

function history(...transactions: EventLog[][]): Map<Address, PositionRecord> {
  const positions = new Map<Address, PositionRecord>();
  transactions.forEach((logs, i) => {
    for (const [address, position] of apply(logs, positions, i + 1))
      positions.set(address, position);
  });
  return positions;
}

function apply(logs: EventLog[], positions: ReadonlyMap<Address, PositionRecord>, block: number) {
  const transaction: TransactionEvents = {
    hash: `0x${block.toString(16).padStart(64, '0')}` as Hex,
    block,
    timestamp: unixSeconds(1_788_500_000 + block),
    events: logs.flatMap((log, logIndex) => {
      const event = decodeLog(log);
      return event ? [{ event, logIndex }] : [];
    }),
  };
  return applyTransaction(transaction, (address) => positions.get(address));
}

const fill = [initialized(option), filled(option)];

describe('a fill', () => {
  it('builds an open position from both events of a fill', () => {
    expect(history(fill).get(option)).toEqual({
      address: option,
      status: 'open',
      source: 'book',
      buyer: BUYER,
      seller: SELLER,
      referrer: REFERRER,
      createdBy: BOOK,
      entry: { block: 1, timestamp: 1_788_500_001, txHash: `0x${'0'.repeat(63)}1`, logIndex: 1 },
      entryPremium: 80_853_461n,
      entryFeePaid: 1_250_000n,
      referralFeePaid: 625_000n,
      collateralToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      priceFeed: '0x64c911996d3c6ac71f9b455b1e8e7266bcbd848f',
      strikes: [7_900_000_000_000n],
      expiry: 1_788_595_200,
      numContracts: 1_000_000n,
      collateralAmount: 79_000_000_000n,
      optionType: 257n,
      implementation: undefined,
      parent: undefined,
      quotationId: undefined,
      close: undefined,
      settlement: undefined,
      explicitClose: undefined,
    });
  });

  it('ignores a fill on an unknown book', () => {
    expect(history([initialized(option), filled(option, {}, OTHER)]).size).toBe(0);
  });

  it('leaves the terms of a fill unknown when its option emits no event', () => {
    expect(history([filled(option)]).get(option)).toMatchObject({
      status: 'pending_init',
      strikes: [],
      buyer: BUYER,
      entryPremium: 80_853_461n,
    });
  });

  it('leaves the referrer empty for fills on the oldest books', () => {
    const log = encodeLog(
      BOOK,
      'OrderFilled',
      {
        nonce: 5n,
        buyer: BUYER,
        seller: SELLER,
        optionAddress: option,
        premiumAmount: 80n,
        feeCollected: 2n,
        sellerWasMaker: true,
      },
      'books7',
    );
    expect(history([initialized(option), log]).get(option)?.referrer).toBe(zeroAddress);
  });

  it('reads several fills of one transaction', () => {
    const both = [initialized(option), filled(option), initialized(child), filled(child)];
    expect([...history(both).keys()]).toEqual([option, child]);
  });

  it('decodes a fill from its receipt alone', () => {
    const logs = fill.map((log, logIndex) => ({ ...log, logIndex }));
    const [position] = positionsFromLogs(logs, {
      hash: `0x${'1'.repeat(64)}`,
      block: 9,
      timestamp: unixSeconds(5),
    });
    expect(position).toMatchObject({ address: option, status: 'open', entry: { block: 9 } });
  });
});

describe('settlement', () => {
  const expired = encodeLog(option, 'OptionExpired', {
    optionAddress: option,
    settlementPrice: 7_800_000_000_000n,
  });
  const payout = encodeLog(option, 'OptionPayout', {
    optionAddress: option,
    buyer: BUYER,
    amountPaidOut: 1_000_000_000n,
  });

  it('returns the price, the buyer’s payout and the seller’s amount of a settlement', () => {
    expect(history(fill, [expired, payout]).get(option)).toMatchObject({
      status: 'settled',
      close: { block: 2 },
      settlement: {
        settlementPrice: 7_800_000_000_000n,
        payoutBuyer: 1_000_000_000n,
        collateralReturnedSeller: 78_000_000_000n,
      },
    });
  });

  it('reads the same settlement, whichever of its two events comes first', () => {
    expect(history(fill, [payout, expired])).toEqual(history(fill, [expired, payout]));
  });

  it('returns all collateral to the seller when there is no payout event', () => {
    expect(history(fill, [expired]).get(option)?.settlement).toMatchObject({
      payoutBuyer: 0n,
      collateralReturnedSeller: 79_000_000_000n,
    });
  });

  it('for a contract older than r12, reads the seller’s amount from a separate event', () => {
    const returned = encodeLog(
      option,
      'CollateralReturned',
      { optionAddress: option, seller: SELLER, amountReturned: 77n },
      'pre-r12',
    );
    expect(history(fill, [expired, payout, returned]).get(option)?.settlement).toMatchObject({
      collateralReturnedSeller: 77n,
    });
  });

  it('leaves the position open when a settlement failed', () => {
    const failed = encodeLog(option, 'OptionSettlementFailed', {});
    expect(history(fill, [failed]).get(option)?.status).toBe('open');
  });

  it('ignores a settlement of an option that no book created', () => {
    expect(history([initialized(option)], [expired, payout]).size).toBe(0);
  });
});

describe('the life of an option', () => {
  it('ends a position when both sides agree to close it', () => {
    const closed = encodeLog(option, 'OptionClosed', {
      optionAddress: option,
      closedBy: SELLER,
      collateralReturned: 79n,
    });
    expect(history(fill, [closed]).get(option)).toMatchObject({
      status: 'closed',
      close: { block: 2 },
      explicitClose: { closedBy: SELLER, collateralReturned: 79n },
      settlement: undefined,
    });
  });

  it('a transfer replaces the holder of one side with the receiver', () => {
    const transferred = encodeLog(option, 'RoleTransferred', {
      optionAddress: option,
      from: SELLER,
      to: OTHER,
      isBuyer: false,
    });
    expect(history(fill, [transferred]).get(option)).toMatchObject({ buyer: BUYER, seller: OTHER });
  });

  it('returns an unknown amount for the seller, not a negative one, when an option pays more than its collateral', () => {
    const settled = [
      encodeLog(option, 'OptionExpired', { optionAddress: option, settlementPrice: 1n }),
      encodeLog(option, 'OptionPayout', {
        optionAddress: option,
        buyer: BUYER,
        amountPaidOut: 79_000_000_001n,
      }),
    ];
    expect(history(fill, settled).get(option)?.settlement).toEqual({
      settlementPrice: 1n,
      payoutBuyer: 79_000_000_001n,
      collateralReturnedSeller: undefined,
    });
  });

  it('splits a position into two that together keep contracts, collateral, premium and fees', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 78_999_999_999n }),
        fc.bigInt({ min: 1n, max: 999_999n }),
        (collateral, count) => {
          const split = [
            initialized(child, {
              createdBy: option,
              numContracts: count,
              collateralAmount: collateral,
            }),
            encodeLog(
              option,
              'OptionSplit',
              { newOption: child, collateralAmount: collateral, feePaid: 1n, counterparty: SELLER },
              'r12',
            ),
          ];
          const before = history(fill).get(option) ?? expect.unreachable();
          const after = history(fill, split);
          const [rest, part] = [after.get(option), after.get(child)];
          if (rest === undefined || part === undefined) return expect.unreachable();
          for (const amount of [
            'numContracts',
            'collateralAmount',
            'entryPremium',
            'entryFeePaid',
            'referralFeePaid',
          ] as const) {
            expect(rest[amount] + part[amount]).toBe(before[amount]);
            expect(part[amount]).toBeGreaterThanOrEqual(0n);
          }
          expect(part).toMatchObject({
            parent: option,
            createdBy: option,
            referrer: REFERRER,
            source: 'book',
          });
        },
      ),
    );
  });

  it.each([
    ['collateral', 79_000_000_001n, 1n],
    ['contracts', 1n, 1_000_001n],
  ])('ignores a split of more %s than the option has', (_, collateralAmount, numContracts) => {
    const split = [
      initialized(child, { createdBy: option, numContracts, collateralAmount }),
      encodeLog(
        option,
        'OptionSplit',
        { newOption: child, collateralAmount, feePaid: 1n, counterparty: SELLER },
        'r12',
      ),
    ];
    expect(history(fill, split)).toEqual(history(fill));
  });

  it('ignores a split to an address that hasn’t initialized itself, and doesn’t hide a later fill there', () => {
    const claim = encodeLog(
      option,
      'OptionSplit',
      { newOption: child, collateralAmount: 1n, feePaid: 1n, counterparty: SELLER },
      'r12',
    );
    const after = history(fill, [claim], [initialized(child), filled(child)]);
    expect(after.get(child)).toMatchObject({ createdBy: BOOK, parent: undefined });
  });

  it('builds a factory position with premium and fee from the events of a settled quotation', () => {
    const made = [
      encodeLog(FACTORY, 'FeePaid', { quotationId: 7n, amount: 5n }),
      encodeLog(FACTORY, 'PremiumPaid', { quotationId: 7n, recipient: SELLER, amount: 95n }),
      initialized(option, { createdBy: FACTORY }),
      encodeLog(FACTORY, 'QuotationSettled', {
        quotationId: 7n,
        requester: BUYER,
        winner: SELLER,
        optionAddress: option,
      }),
    ];
    expect(history(made).get(option)).toMatchObject({
      source: 'factory',
      quotationId: 7n,
      createdBy: FACTORY,
      buyer: BUYER,
      seller: SELLER,
      entryPremium: 100n,
      entryFeePaid: 5n,
    });
  });
});

describe('applying a transaction', () => {
  it('applies a transaction twice with the same result', () => {
    const transactions = [
      fill,
      [encodeLog(option, 'OptionExpired', { optionAddress: option, settlementPrice: 1n })],
    ];
    const once = history(...transactions);
    transactions.forEach((logs, i) => {
      for (const [address, position] of apply(logs, once, i + 1))
        expect(position).toEqual(once.get(address));
    });
  });

  it('doesn’t change the given positions when a transaction is applied', () => {
    const positions = history(fill);
    const before = structuredClone([...positions]);
    apply(
      [encodeLog(option, 'OptionExpired', { optionAddress: option, settlementPrice: 1n })],
      positions,
      2,
    );
    expect([...positions]).toEqual(before);
  });
});
