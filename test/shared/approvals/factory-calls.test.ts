import { concat, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { CallFactsSchema } from '../../../shared/approvals/facts/call-facts.ts';
import { callOf } from '../../../shared/approvals/facts/call-of.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { optionFactoryAbi as abi } from '../../../shared/chain/abi/option-factory.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import {
  BOOK_R12,
  BOOKS,
  CHAIN_ID,
  FACTORY_R12,
  OLDER_FACTORIES,
  TOKENS,
} from '../../../shared/chain/deployments.ts';
import { parseAs } from '../../../shared/parse.ts';

const A = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const B = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const USDC = TOKENS[0]?.address ?? A;
const KEY = `0x02${'7'.repeat(64)}`;

const PARAMS = {
  requester: A,
  existingOptionAddress: zeroAddress,
  collateral: USDC,
  collateralPriceFeed: B,
  implementation: B,
  strikes: [250_000_000_000n],
  numContracts: 1_000_000n,
  requesterDeposit: 0n,
  collateralAmount: 0n,
  expiryTimestamp: 1_900_000_000n,
  offerEndTimestamp: 1_899_000_000n,
  isRequestingLongPosition: true,
  convertToLimitOrder: true,
  extraOptionData: '0x',
} as const;
const ORDER = {
  maker: A,
  orderExpiryTimestamp: 1_900_000_000n,
  collateral: USDC,
  isCall: true,
  priceFeed: B,
  implementation: B,
  isLong: false,
  maxCollateralUsable: 10n ** 9n,
  strikes: [10n ** 11n],
  expiry: 1_900_000_100n,
  price: 10n ** 7n,
  numContracts: 1n,
  extraOptionData: '0x',
} as const;

const request = (change: Partial<Record<keyof typeof PARAMS, unknown>> = {}, key = KEY): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'requestForQuotation',
    args: [
      { ...PARAMS, ...change } as typeof PARAMS,
      { referralId: 7n, eventCode: 0n },
      50_000_000n,
      key,
    ],
  });
const understand = (data: Hex, to: string = FACTORY_R12, chainId: number = CHAIN_ID) =>
  understandTransaction({ to, data, value: '0x0' }, chainId);

const CALLS: readonly (readonly [string, Hex])[] = [
  ['request quotation', request()],
  [
    'accept offer',
    encodeFunctionData({ abi, functionName: 'settleQuotationEarly', args: [5n, 30n, 9n, B] }),
  ],
  [
    'reveal offer',
    encodeFunctionData({ abi, functionName: 'revealOffer', args: [5n, 30n, 9n, B] }),
  ],
  ['settle quotation', encodeFunctionData({ abi, functionName: 'settleQuotation', args: [5n] })],
  ['cancel quotation', encodeFunctionData({ abi, functionName: 'cancelQuotation', args: [5n] })],
  [
    'make offer',
    encodeFunctionData({
      abi,
      functionName: 'makeOfferForQuotation',
      args: [5n, '0x12', KEY, '0x34'],
    }),
  ],
  [
    'cancel offer',
    encodeFunctionData({ abi, functionName: 'cancelOfferForQuotation', args: [5n] }),
  ],
  ['claim escrow', encodeFunctionData({ abi, functionName: 'claimEscrowedFunds', args: [USDC] })],
  ['withdraw fees', encodeFunctionData({ abi, functionName: 'withdrawFees', args: [USDC, [1n]] })],
  [
    'accept order',
    encodeFunctionData({
      abi,
      functionName: 'settleQuotationEarlyByOrderBook',
      args: [5n, BOOK_R12, ORDER, '0x12'],
    }),
  ],
  [
    'swap and call',
    encodeFunctionData({
      abi,
      functionName: 'swapAndCall',
      args: [B, USDC, USDC, 7n, '0x', request()],
    }),
  ],
  [
    'register referral',
    encodeFunctionData({ abi, functionName: 'registerReferral', args: [PARAMS] }),
  ],
];

describe('the calls of the pinned factory', () => {
  it.each(CALLS)(
    'reads a factory call and returns arguments that can be stored as JSON: %s',
    (kind, data) => {
      const found = understand(data);
      expect(found.kind).toBe(kind);
      const call = callOf(found, chainContext(CHAIN_ID, 'ETH'), zeroAddress);
      expect(parseAs(CallFactsSchema, JSON.parse(JSON.stringify(call)))).toEqual(call);
    },
  );

  it.each(CALLS)(
    'treats a factory call at a different contract or on a different chain as unknown: %s',
    (_, data) => {
      for (const to of [A, BOOK_R12, ...OLDER_FACTORIES])
        expect(understand(data, to).kind).toBe('unknown');
      expect(understand(data, FACTORY_R12, 1).kind).toBe('unknown');
    },
  );

  it.each(CALLS)(
    'treats a shortened factory call as unreadable, and reports an additional byte as a tail: %s',
    (_, data) => {
      const found = understand(data.slice(0, -2) as Hex);
      expect(found.kind).toBe('unreadable');
      const longer = understand(concat([data, '0x01']));
      expect(longer.tail).toEqual({ kind: 'other', bytes: 1 });
    },
  );

  it('reads the terms of a request', () => {
    expect(understand(request())).toEqual({
      kind: 'request quotation',
      terms: {
        requester: A,
        existingOption: undefined,
        collateral: USDC,
        priceFeed: B,
        implementation: B,
        strikes: [250_000_000_000n],
        contracts: 1_000_000n,
        expiry: 1_900_000_000,
        offerEnd: 1_899_000_000,
        isBuyer: true,
        extraOptionData: '0x',
      },
      limit: 50_000_000n,
      publicKey: KEY,
      staysOpen: true,
      referralId: 7n,
    });
  });

  it('reads the call inside of a swap', () => {
    const swap = CALLS.find(([kind]) => kind === 'swap and call')?.[1] ?? '0x';
    expect(understand(swap)).toMatchObject({ amount: 7n, inner: { kind: 'request quotation' } });
  });

  it.each<[string, Hex]>([
    ['a time beyond safe integers', request({ expiryTimestamp: 2n ** 200n })],
    ['a nonzero deposit', request({ requesterDeposit: 1n })],
    ['a nonzero collateral amount', request({ collateralAmount: 1n })],
    ['more strikes than any product has', request({ strikes: [1n, 2n, 3n, 4n, 5n] })],
    ['a huge public key', request({}, 'k'.repeat(10_000))],
    ['huge extra data', request({ extraOptionData: `0x${'00'.repeat(10_000)}` })],
  ])('treats a factory call as unreadable when it has %s', (_, data) => {
    expect(understand(data)).toMatchObject({ kind: 'unreadable', name: 'requestForQuotation' });
  });

  it('treats a factory call as unreadable when it sends coins that the function doesn’t accept', () => {
    const found = understandTransaction({ to: FACTORY_R12, data: request(), value: '0x1' });
    expect(found.kind).toBe('unreadable');
  });
});

describe('factories of other revisions', () => {
  const context = chainContext(CHAIN_ID, 'ETH');

  it('recognizes factories of other revisions only on Base', () => {
    const others = [...OLDER_FACTORIES, ...BOOKS.flatMap(({ factory }) => factory ?? [])].filter(
      (address) => address !== FACTORY_R12,
    );
    for (const address of others) {
      expect(context.isOtherFactory(address)).toBe(true);
      expect(context.isFactory(address)).toBe(false);
      expect(chainContext(1, 'ETH').isOtherFactory(address)).toBe(false);
    }
    expect([context.isFactory(FACTORY_R12), context.isOtherFactory(FACTORY_R12)]).toEqual([
      true,
      false,
    ]);
  });
});
