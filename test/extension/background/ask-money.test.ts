import {
  type Address,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  zeroAddress,
} from 'viem';
import { expect, it } from 'vitest';
import { moneyOf } from '../../../entrypoints/background/procedures/claims.ts';
import { createAsks } from '../../../entrypoints/background/quotations/asks.ts';
import type { AskInput } from '../../../entrypoints/background/quotations/plan-ask.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { optionFactoryAbi as abi } from '../../../shared/chain/abi/option-factory.ts';
import { reserveOf } from '../../../shared/chain/lending.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { callDeps } from '../helpers/call-deps.ts';

const ACCOUNT = `0x${'a'.repeat(40)}` as const;
const OTHER = `0x${'d'.repeat(40)}` as const;
const MAKER = `0x${'c'.repeat(40)}` as const;
const OPTION = `0x${'b'.repeat(40)}` as const;
const USDC = reserveOf('USDC').asset.address;
const MONEY = [{ on: moneyOf(ACCOUNT, 'USDC'), by: 'fill' }] as const;
const ID = 7n;

const READ = encodeFunctionData({ abi, functionName: 'quotations', args: [ID] });
const TOKEN = encodeFunctionData({ abi: optionAbi, functionName: 'collateralToken' });

interface Request {
  readonly requester: Address;
  readonly existing: Address;
  readonly isBuyer: boolean;
}

/** Returns the factory's answer about an open request. */
const requestOf = (request: Request): Hex =>
  encodeFunctionResult({
    ...{ abi, functionName: 'quotations' },
    result: [
      {
        ...{ requester: request.requester, existingOptionAddress: request.existing },
        ...{ collateral: USDC, collateralPriceFeed: MAKER, implementation: MAKER, strikes: [1n] },
        ...{ numContracts: 1n, requesterDeposit: 0n, collateralAmount: 0n, expiryTimestamp: 2n },
        ...{ offerEndTimestamp: 1n, isRequestingLongPosition: request.isBuyer },
        ...{ convertToLimitOrder: false, extraOptionData: '0x' },
      },
      {
        ...{ isActive: true, currentWinner: zeroAddress, currentBestPriceOrReserve: 0n },
        ...{ feeCollected: 0n, optionContract: zeroAddress },
      },
    ],
  });

/** A wallet whose prompts stay open, with options that are backed by USDC. */
function start(request: Request = { requester: ACCOUNT, existing: zeroAddress, isBuyer: false }) {
  const prompts: unknown[] = [];
  const deps = callDeps<AskInput>({
    client: {
      async request(_, [call]) {
        const { data } = call as { data: Hex };
        if (data === READ) return requestOf(request);
        if (data === TOKEN) return `0x${USDC.slice(2).padStart(64, '0')}`;
        throw new Error('no answer');
      },
    },
  });
  const how = { allowanceFor: async () => undefined, callOf: async () => '0x1234' as const };
  const asks = createAsks({
    ...deps,
    transactions: {
      ask(asked) {
        prompts.push(asked);
        return new Promise(() => undefined);
      },
    },
    sentCalls: () => [],
    oneRequest: { ensureNoneSent: () => undefined, ensureSplittable: async () => undefined },
    closing: { ...how, optionOf: ({ option }) => option },
    opening: { ...how, optionOf: ({ strikes }) => `new option ${strikes}` },
    answerCall: async () => '0x1234',
  });
  const more = { account: ACCOUNT, limit: tokenAmount(1n), window: 60 };
  return {
    prompts,
    procedures: deps.procedures,
    holder: () => deps.procedures.holderOf(MONEY),
    begin: {
      new: (isBuyer: boolean, strike = 1n) =>
        asks.requestNew({
          ...{ ...more, asset: 'ETH', product: 'PUT', strikes: [price8(strike)], isBuyer },
          ...{ contracts: contracts(1n), expiry: unixSeconds(1) },
        }),
      close: (isBuyer: boolean) => asks.requestClose({ ...more, option: OPTION, isBuyer }),
      accept: () =>
        asks.accept({ account: ACCOUNT, id: ID, offeror: MAKER, amount: tokenAmount(1n) }),
      settle: () => asks.settle(ACCOUNT, ID),
      cancel: () => asks.cancel(ACCOUNT, ID),
    },
  };
}
type World = ReturnType<typeof start>;

it.each<[string, (world: World) => Promise<unknown>]>([
  ['a request to buy a new option', ({ begin }) => begin.new(true)],
  ['a request to sell a new option', ({ begin }) => begin.new(false)],
  ['a request to buy a position back', ({ begin }) => begin.close(true)],
  ['a seller’s acceptance of an offer', ({ begin }) => begin.accept()],
  ['the settlement of the account’s own request to sell', ({ begin }) => begin.settle()],
])(
  '%s reserves the money while it runs, and is refused while a fill uses the same money',
  async (_, begin) => {
    const world = start();
    void begin(world);
    await expect.poll(() => world.prompts).toHaveLength(1);
    expect(world.holder()).toMatchObject({ by: 'payment' });

    const busy = start();
    await busy.procedures
      .add<{ id: string }>({
        stored: { read: async () => undefined, write: async () => undefined },
        ...{ kept: 1, claims: () => MONEY, refusal: () => new Error('never') },
        ...{ endOf: () => undefined, waits: () => false },
        next: () => new Promise(() => undefined),
      })
      .begin({ id: 'fill' });
    await expect(begin(busy)).rejects.toMatchObject({
      ...{ code: 'fillRunning', details: { holder: 'fill' } },
    });
    expect(busy.prompts).toEqual([]);
  },
);

it.each<[string, (world: World) => Promise<unknown>, Request?]>([
  ['a request to sell a position', ({ begin }) => begin.close(false)],
  ['a cancellation', ({ begin }) => begin.cancel()],
  [
    'an acceptance by a buyer whose money the factory holds',
    ({ begin }) => begin.accept(),
    { requester: ACCOUNT, existing: zeroAddress, isBuyer: true },
  ],
  [
    'an acceptance by an account that sells its position',
    ({ begin }) => begin.accept(),
    { requester: ACCOUNT, existing: OPTION, isBuyer: false },
  ],
  [
    'the settlement of somebody else’s request',
    ({ begin }) => begin.settle(),
    { requester: OTHER, existing: zeroAddress, isBuyer: false },
  ],
])('%s doesn’t reserve money', async (_, begin, request) => {
  const world = start(request);
  void begin(world);
  await expect.poll(() => world.prompts).toHaveLength(1);
  expect(world.holder()).toBeUndefined();
});

it('refuses a request that needs the same money as a request that is still open', async () => {
  const { begin, prompts } = start();
  void begin.new(true);
  await expect.poll(() => prompts).toHaveLength(1);
  await expect(begin.new(false, 2n)).rejects.toMatchObject({ code: 'paymentRunning' });
  await expect(begin.close(true)).rejects.toMatchObject({ code: 'paymentRunning' });
  expect(prompts).toHaveLength(1);
});
