import fc from 'fast-check';
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeLog, EVENT_TOPICS } from '../../../shared/positions/decode-log.ts';
import { optionFactoryAbi } from '../../devnet/abi/full.ts';
import {
  BOOK,
  BUYER,
  encodeLog,
  FACTORY,
  filled,
  initialized,
  OTHER,
  optionAddress,
  RECORDED_EVENTS,
  REFERRER,
  SELLER,
  USDC,
} from './event-logs.ts';

const option = optionAddress(1);

describe('the log decoder', () => {
  it('recognizes the first topic of every recorded event that the indexer uses', () => {
    const silent = ['EIP712DomainChanged'];
    const expected = RECORDED_EVENTS.filter(({ name }) => !silent.includes(name));
    expect(EVENT_TOPICS).toEqual(expect.arrayContaining(expected.map(({ topic0 }) => topic0)));
  });

  it('decodes every event of the factory’s ABI, except for the twelve events that the test lists', () => {
    const unread = [
      'CollateralDeposited',
      'CollateralReturned',
      'EIP712DomainChanged',
      'ExpiredReferralSwept',
      'FeesWithdrawn',
      'MaxRfqValueUpdated',
      'OwnershipTransferred',
      'BaseSplitFeeUpdated',
      'EscrowClaimed',
      'FactoryDeprecation',
      'SettlementFailedDueToStateChange',
      'TransferEscrowed',
    ];
    const names = optionFactoryAbi.flatMap((item) => (item.type === 'event' ? [item.name] : []));
    for (const name of names.filter((one) => !unread.includes(one))) {
      const values = {
        quotationId: 7n,
        requester: BUYER,
        reservePrice: 5n,
        requesterPublicKey: 'key',
        offeror: SELLER,
        offerSignature: '0x1234',
        signingKey: 'k',
        signedOfferForRequester: 's',
        amount: 9n,
        offerAmount: 9n,
        winner: SELLER,
        optionAddress: option,
        recipient: SELLER,
        referralId: 3n,
        tracking: 4n,
        referrer: REFERRER,
        maker: SELLER,
        premiumAmount: 8n,
      };
      expect(decodeLog(encodeLog(FACTORY, name, values)), name).toMatchObject({ factory: FACTORY });
    }
  });

  it.each([
    ['r12', { referrer: REFERRER, referralFee: 625_000n }],
    ['books8', { referrer: undefined, referralFee: 625_000n }],
    ['books7', { referrer: undefined, referralFee: 0n }],
  ])('decodes OrderFilled of the book revision %s', (revision, expected) => {
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
        referrer: REFERRER,
        referralFeePaid: 625_000n,
        sellerWasMaker: true,
      },
      revision,
    );
    expect(decodeLog(log)).toEqual({
      type: 'order-filled',
      book: BOOK,
      nonce: 5n,
      buyer: BUYER,
      seller: SELLER,
      option,
      premium: 80n,
      fee: 2n,
      isSellerMaker: true,
      ...expected,
    });
  });

  it('rejects addresses whose upper bytes aren’t zero, in topics and in data', () => {
    const log = encodeLog(BOOK, 'OrderFilled', {
      nonce: 5n,
      buyer: BUYER,
      seller: SELLER,
      optionAddress: option,
      premiumAmount: 80n,
      feeCollected: 2n,
      referrer: REFERRER,
      referralFeePaid: 625_000n,
      sellerWasMaker: true,
    });
    const dirty = (word: Hex): Hex => `0x01${word.slice(4)}`;
    expect(decodeLog(log)).toBeDefined();
    expect(decodeLog({ ...log, data: dirty(log.data) })).toBeUndefined();
    for (const at of [2, 3])
      expect(
        decodeLog({
          ...log,
          topics: log.topics.map((topic, i) => (i === at ? dirty(topic) : topic)),
        }),
      ).toBeUndefined();
  });

  it('decodes OptionInitialized with and without extra data', () => {
    const terms = {
      type: 'option-initialized',
      option,
      buyer: BUYER,
      seller: SELLER,
      createdBy: BOOK,
      optionType: 257n,
      collateralToken: USDC,
      strikes: [2n, 1n],
      expiry: 1_788_595_200,
      numContracts: 1_000_000n,
      collateralAmount: 79_000_000_000n,
    };
    const changes = { strikes: [2n, 1n], extraOptionData: '0x1234' };
    expect(decodeLog(initialized(option, changes))).toMatchObject({
      ...terms,
      extraOptionData: '0x1234',
    });
    const oldest = encodeLog(
      option,
      'OptionInitialized',
      {
        buyer: BUYER,
        seller: SELLER,
        createdBy: BOOK,
        optionType: 257n,
        collateralToken: USDC,
        priceFeed: OTHER,
        strikes: [2n, 1n],
        expiryTimestamp: 1_788_595_200n,
        numContracts: 1_000_000n,
        collateralAmount: 79_000_000_000n,
      },
      'oldest',
    );
    expect(decodeLog(oldest)).toMatchObject({ ...terms, extraOptionData: '0x', priceFeed: OTHER });
  });

  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'OptionExpired',
      'r12',
      { optionAddress: option, settlementPrice: 9n },
      { type: 'option-expired', settlementPrice: 9n },
    ],
    [
      'OptionPayout',
      'r12',
      { optionAddress: option, buyer: BUYER, amountPaidOut: 9n },
      { type: 'option-payout', buyer: BUYER, amount: 9n },
    ],
    [
      'OptionClosed',
      'r12',
      { optionAddress: option, closedBy: SELLER, collateralReturned: 9n },
      { type: 'option-closed', closedBy: SELLER, collateralReturned: 9n },
    ],
    ['OptionSettlementFailed', 'r12', {}, { type: 'settlement-failed' }],
    [
      'OptionSplit',
      'r12',
      { newOption: OTHER, collateralAmount: 9n, feePaid: 1n, counterparty: BUYER },
      {
        type: 'option-split',
        newOption: OTHER,
        collateralAmount: 9n,
        feePaid: 1n,
        counterparty: BUYER,
      },
    ],
    [
      'OptionSplit',
      'pre-r12',
      { newOption: OTHER, collateralAmount: 9n },
      { type: 'option-split', newOption: OTHER, collateralAmount: 9n },
    ],
    [
      'CollateralReturned',
      'pre-r12',
      { optionAddress: option, seller: SELLER, amountReturned: 9n },
      { type: 'collateral-returned', amount: 9n },
    ],
    [
      'ExcessCollateralReturned',
      'r12',
      { seller: SELLER, collateralToken: USDC, collateralReturned: 9n },
      { type: 'excess-returned', token: USDC, amount: 9n },
    ],
    [
      'RoleTransferred',
      'r12',
      { optionAddress: option, from: BUYER, to: OTHER, isBuyer: true },
      { type: 'role-transferred', from: BUYER, to: OTHER, isBuyer: true },
    ],
    [
      'TransferApproval',
      'r12',
      { target: OTHER, from: BUYER, isBuyer: true, isApproved: false },
      { type: 'transfer-approval', target: OTHER, isApproved: false },
    ],
    [
      'ERC20Rescued',
      'r12',
      { rescueAddress: OTHER, tokenAddress: USDC, amount: 9n },
      { type: 'token-rescued', token: USDC, amount: 9n },
    ],
  ])('decodes %s of an option of the revision %s', (name, revision, values, expected) => {
    expect(decodeLog(encodeLog(option, name, values, revision))).toMatchObject({
      option,
      ...expected,
    });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'OrderCancelled',
      { nonce: 4n, maker: SELLER },
      { type: 'order-cancelled', nonce: 4n, maker: SELLER },
    ],
    [
      'MakerCutoffUpdated',
      { maker: SELLER, oldCutoff: 1n, newCutoff: 2n },
      { type: 'maker-cutoff', cutoff: 2n },
    ],
    [
      'FeesClaimed',
      { recipient: REFERRER, token: USDC, amount: 3n },
      { type: 'fees-claimed', amount: 3n },
    ],
    [
      'ReferralFeePaid',
      { referrer: REFERRER, collateral: USDC, fee: 3n, optionAddress: option },
      { type: 'referral-fee', option },
    ],
    [
      'ReferrerFeeSplitUpdated',
      { referrer: REFERRER, feeBps: 5_000n },
      { type: 'referrer-split', bps: 5_000n },
    ],
  ])('decodes %s of a book', (name, values, expected) => {
    expect(decodeLog(encodeLog(BOOK, name, values))).toMatchObject({ book: BOOK, ...expected });
  });

  it('ignores events that name a different option than the contract that emitted them', () => {
    for (const [name, values] of [
      ['OptionExpired', { optionAddress: OTHER, settlementPrice: 9n }],
      ['OptionPayout', { optionAddress: OTHER, buyer: BUYER, amountPaidOut: 9n }],
      ['OptionClosed', { optionAddress: OTHER, closedBy: SELLER, collateralReturned: 9n }],
      ['RoleTransferred', { optionAddress: OTHER, from: BUYER, to: OTHER, isBuyer: true }],
    ] as const)
      expect(decodeLog(encodeLog(option, name, values))).toBeUndefined();
  });

  it('converts addresses in any letter case to lower case', () => {
    const log = filled(option);
    const upper = { ...log, address: BOOK.toUpperCase().replace('0X', '0x') as Hex };
    expect(decodeLog(upper)).toMatchObject({ book: BOOK });
  });

  it('never throws, whatever bytes a log contains', () => {
    const word = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENT_TOPICS),
        fc.array(word, { maxLength: 3 }),
        fc.array(fc.oneof(word, fc.constant(new Uint8Array(32).fill(0, 0, 31).fill(32, 31))), {
          maxLength: 12,
        }),
        fc.nat(31),
        (topic, topics, words, cut) => {
          const data = words.map((item) => hex(item).slice(2)).join('');
          const log = {
            address: option,
            topics: [topic, ...topics.map(hex)],
            data: `0x${data.slice(0, Math.max(0, data.length - 2 * cut))}` as Hex,
          };
          expect(() => decodeLog(log)).not.toThrow();
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['no topics', { ...filled(option), topics: [] }],
    ['an unknown topic', { ...filled(option), topics: [`0x${'12'.repeat(32)}` as Hex] }],
    ['truncated data', { ...filled(option), data: filled(option).data.slice(0, -64) as Hex }],
    ['a missing topic', { ...filled(option), topics: filled(option).topics.slice(0, 3) }],
    [
      'a flag that isn’t a boolean',
      { ...filled(option), data: `${filled(option).data.slice(0, -1)}2` as Hex },
    ],
  ])('doesn’t find an event in a log with %s', (_, log) => {
    expect(decodeLog(log)).toBeUndefined();
  });
});
