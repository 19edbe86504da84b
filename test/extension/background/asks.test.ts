import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  parseAbiParameters,
  zeroAddress,
} from 'viem';
import { describe, expect, it } from 'vitest';
import type { SentCall } from '../../../entrypoints/background/approvals/sending/sent-calls.ts';
import { splitCall } from '../../../entrypoints/background/market/options/action-calls.ts';
import { QuotationError } from '../../../entrypoints/background/market/options/factory.ts';
import { createAsks } from '../../../entrypoints/background/quotations/asks.ts';
import { createOneRequest } from '../../../entrypoints/background/quotations/one-request.ts';
import type { AskInput } from '../../../entrypoints/background/quotations/plan-ask.ts';
import { optionFactoryAbi as abi } from '../../../shared/chain/abi/option-factory.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { requestCall } from '../../../shared/quotations/terms.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { encodeLog } from '../../shared/positions/event-logs.ts';
import { callDeps } from '../helpers/call-deps.ts';

const BUYER = `0x${'a'.repeat(40)}` as const;
const SELLER = `0x${'d'.repeat(40)}` as const;
const STRANGER = `0x${'f'.repeat(40)}` as const;
const OPTION = `0x${'b'.repeat(40)}` as const;
const PART = `0x${'e'.repeat(40)}` as const;
const ID = 7n;

const NO_FEE = encodeAbiParameters(parseAbiParameters('(bool, bytes)[]'), [[[false, '0x']]]);
const OPEN_ID = encodeFunctionData({ abi, functionName: 'activeRfqForOption', args: [OPTION] });
const READ = encodeFunctionData({ abi, functionName: 'quotations', args: [ID] });

const terms = {
  requester: BUYER,
  existingOption: OPTION,
  collateral: zeroAddress,
  priceFeed: zeroAddress,
  implementation: zeroAddress,
  strikes: [],
  contracts: contracts(1n),
  expiry: unixSeconds(0),
  offerEnd: unixSeconds(0),
  isBuyer: false,
  extraOptionData: '0x',
} as const;

/** Returns the factory's answer about a requester's open request. */
const requestOf = (requester: Address): Hex =>
  encodeFunctionResult({
    abi,
    functionName: 'quotations',
    result: [
      {
        requester,
        existingOptionAddress: OPTION,
        collateral: zeroAddress,
        collateralPriceFeed: zeroAddress,
        implementation: zeroAddress,
        strikes: [],
        numContracts: 1n,
        requesterDeposit: 0n,
        collateralAmount: 0n,
        expiryTimestamp: 0n,
        offerEndTimestamp: 0n,
        isRequestingLongPosition: false,
        convertToLimitOrder: false,
        extraOptionData: '0x',
      },
      {
        isActive: true,
        currentWinner: zeroAddress,
        currentBestPriceOrReserve: 0n,
        feeCollected: 0n,
        optionContract: zeroAddress,
      },
    ],
  });

const SPLIT_EVENT = encodeLog(
  OPTION,
  'OptionSplit',
  { newOption: PART, collateralAmount: 7n, feePaid: 1n, counterparty: SELLER },
  'r12',
);

/**
 * Starts a wallet whose two accounts have the two sides of an option. Every transaction succeeds
 * immediately.
 */
function start({
  sent = [],
  openOf,
  isReceiptRead = false,
  allowance,
  failure,
  answer,
  isLost = false,
}: {
  /** Calls that the buyer has sent elsewhere in the wallet and that are still pending. */
  sent?: readonly (SentCall & { readonly to: Address })[];
  /** The open request's requester. `unread`: the node doesn't answer. Default: no request. */
  openOf?: Address | 'unread';
  /** True if a node returns the split's receipt. Default: false. */
  isReceiptRead?: boolean;
  /** The allowance that a request lacks. */
  allowance?: { readonly to: Address; readonly data: Hex };
  /** Error with which the user's request ends instead of an approval. */
  failure?: Error;
  /** Resolves when the user answers the prompt. */
  answer?: (prompt: number) => Promise<void> | undefined;
  isLost?: boolean;
} = {}) {
  const asked: string[] = [];
  const followed: string[] = [];
  const client = {
    async request(method: string, params: readonly unknown[]) {
      const [call] = params;
      if (method === 'eth_getTransactionReceipt' && isReceiptRead)
        return { status: '0x1', logs: [{ ...SPLIT_EVENT, logIndex: '0x0' }] };
      const { data } = call as { data: Hex };
      if (method !== 'eth_call' || (openOf === 'unread' && data === OPEN_ID))
        throw new Error('no answer');
      if (data === OPEN_ID)
        return encodeAbiParameters(parseAbiParameters('uint256'), [openOf === undefined ? 0n : ID]);
      if (data === READ && openOf !== undefined && openOf !== 'unread') return requestOf(openOf);
      if (data.startsWith(READ.slice(0, 10))) throw new Error('reverted');
      return NO_FEE;
    },
  };
  const sentCalls = (account: Address, to: Address) =>
    account === BUYER ? sent.filter((one) => isSameAddress(one.to, to)) : [];
  const deps = callDeps<AskInput>({ client });
  const oneRequest = createOneRequest({
    ...{ ...deps, sentCalls },
    accounts: () => [{ address: BUYER }, { address: SELLER }],
  });
  const asks = createAsks({
    ...{ ...deps, oneRequest, sentCalls },
    transactions: {
      async ask({ transaction, account }) {
        const count = asked.push(`${account} ${transaction.data}`);
        await answer?.(count);
        return `0x${count}`;
      },
    },
    settled: async (hash) => {
      followed.push(hash);
      return { hash, status: isLost ? 'dropped' : 'confirmed' };
    },
    closing: {
      optionOf: ({ option }) => option.toLowerCase(),
      allowanceFor: async () => allowance,
      callOf: async () => (failure === undefined ? '0x1234' : Promise.reject(failure)),
    },
    answerCall: () => expect.unreachable(),
    opening: {
      optionOf: () => 'terms of a new option',
      allowanceFor: async () => undefined,
      callOf: async () => '0x1234',
    },
  });
  const about = (account: Address, option: Address = OPTION) =>
    asks.requestClose({ account, option, isBuyer: false, limit: tokenAmount(1n), window: 60 });
  const part = (collateral: bigint) =>
    asks.requestPart(
      { account: BUYER, option: OPTION, isBuyer: false, limit: tokenAmount(1n), window: 60 },
      tokenAmount(collateral),
    );
  const splits = () => asked.filter((one) => one.includes(splitCall(0n).slice(0, 10)));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { asks, oneRequest, about, part, asked, followed, splits, settle };
}

const split = (units: bigint) => ({ hash: '0x2' as const, to: OPTION, data: splitCall(units) });
const unread = { code: 'partUnread' };
const splitRunning = { code: 'splitRunning' };
const alreadyAsked = { code: 'alreadyAsked' };

describe('two accounts of a wallet that hold both sides of an option', () => {
  it('lets the accounts on an option’s two sides ask makers about the option only one after the other', async () => {
    const { about, oneRequest, settle } = start();
    const first = about(BUYER);
    await Promise.resolve();
    expect(() => oneRequest.ensureNotAsking(SELLER, OPTION)).toThrow(
      expect.objectContaining(alreadyAsked),
    );
    await expect(about(SELLER)).rejects.toMatchObject(alreadyAsked);
    await first;
    await settle();
    await about(SELLER);
  });

  it.each([
    [
      'request',
      { hash: '0x2', to: FACTORY_R12, data: requestCall(terms, tokenAmount(1n), '0x') } as const,
      alreadyAsked,
    ],
    ['split', split(7n), splitRunning],
  ])(
    'refuses a request about an option while a %s of the account on the option’s other side is pending',
    async (_, sent, failure) => {
      await expect(start({ sent: [sent] }).about(SELLER)).rejects.toMatchObject(failure);
    },
  );

  it('a second account can ask for the same new option, but the first account can’t ask twice', async () => {
    const { asks, asked } = start();
    const open = (account: Address) =>
      asks.requestNew({
        ...{ account, asset: 'ETH', product: 'PUT', strikes: [price8(1n)], isBuyer: true },
        ...{ contracts: contracts(1n), expiry: unixSeconds(1), window: 60 },
        limit: tokenAmount(1n),
      });
    await Promise.all([open(BUYER), open(SELLER)]);
    expect(asked).toHaveLength(2);
    await expect(Promise.all([open(BUYER), open(BUYER)])).rejects.toMatchObject(alreadyAsked);
  });
});

describe('a split of a position', () => {
  it('follows a split that a different page of the wallet has sent, and doesn’t send a second split', async () => {
    const { part, splits, followed } = start({
      sent: [{ hash: '0x1', to: OPTION, data: '0x12345678' }, split(7n)],
    });
    await expect(part(7n)).rejects.toMatchObject(unread);
    expect(splits()).toEqual([]);
    expect(followed).toEqual(['0x2']);
  });

  it('refuses a split of a different size while an earlier split is pending', async () => {
    const { part, splits } = start({ sent: [split(7n)] });
    await expect(part(8n)).rejects.toMatchObject(splitRunning);
    expect(splits()).toEqual([]);
  });

  it('asks the user only once when two pages split the same part at the same time', async () => {
    const { part, splits } = start();
    const first = part(7n);
    await expect(part(7n)).rejects.toMatchObject(splitRunning);
    await expect(first).rejects.toMatchObject(unread);
    expect(splits()).toHaveLength(1);
    await expect(part(7n)).rejects.toMatchObject(unread);
    expect(splits()).toHaveLength(2);
  });

  it('asks makers about the part that the split’s receipt names', async () => {
    const { part, asked } = start({ isReceiptRead: true });
    await expect(part(7n)).resolves.toEqual({ part: PART, hash: '0x2' });
    expect(asked).toHaveLength(2);
  });
});

describe('a request about the part that a split made', () => {
  it('refuses a second page’s request about a part, so that the user is prompted only once', async () => {
    const second = Promise.withResolvers<void>();
    const { part, about, asked } = start({
      isReceiptRead: true,
      answer: (prompt) => (prompt === 2 ? second.promise : undefined),
    });
    const first = part(7n);
    await expect.poll(() => asked).toHaveLength(2);
    await expect(about(BUYER, PART)).rejects.toMatchObject(alreadyAsked);
    second.resolve();
    await first;
    expect(asked).toHaveLength(2);
  });

  it('keeps the request about a split-off part paused when a different page has already asked about the part', async () => {
    const first = Promise.withResolvers<void>();
    const { part, about, asks, asked } = start({
      isReceiptRead: true,
      answer: (prompt) => (prompt === 1 ? first.promise : undefined),
    });
    const other = about(BUYER, PART);
    await expect.poll(() => asked).toHaveLength(1);
    await expect(part(7n)).rejects.toMatchObject(alreadyAsked);
    expect(asked).toHaveLength(2);
    expect(asks.views()).toMatchObject([
      { state: 'paused', steps: [{ step: 'split', state: 'done' }] },
      { state: 'underWay' },
    ]);
    first.resolve();
    await other;
  });
});

describe('a split and a request about the whole', () => {
  it('refuses a request about the whole position while the user is asked about a split', async () => {
    const { asks, about, settle } = start();
    const first = asks.split(BUYER, OPTION, tokenAmount(7n));
    await Promise.resolve();
    await expect(about(BUYER)).rejects.toMatchObject(splitRunning);
    await first;
    await settle();
    await about(BUYER);
  });

  it('refuses a split while the user is asked about a request for the whole position', async () => {
    const { asks, about, splits, settle } = start();
    const request = about(BUYER);
    await Promise.resolve();
    await expect(asks.split(BUYER, OPTION, tokenAmount(7n))).rejects.toMatchObject(alreadyAsked);
    await request;
    expect(splits()).toEqual([]);
    await settle();
    await asks.split(BUYER, OPTION, tokenAmount(7n));
  });

  it.each([
    ['is open', BUYER, alreadyAsked],
    ['can’t be read', 'unread', { message: 'no answer' }],
  ] as const)('refuses a split while the account’s own request %s', async (_, openOf, failure) => {
    const { asks, asked } = start({ openOf });
    await expect(asks.split(BUYER, OPTION, tokenAmount(7n))).rejects.toMatchObject(failure);
    expect(asked).toEqual([]);
  });

  it('lets the holder split even if somebody else has a request about the option', async () => {
    const { asks, splits } = start({ openOf: STRANGER });
    await asks.split(BUYER, OPTION, tokenAmount(7n));
    expect(splits()).toHaveLength(1);
  });
});

describe('a request about a part that ends after the split', () => {
  const allowance = { to: STRANGER, data: '0xaa' } as const;

  it.each([
    [
      'reports that the part wasn’t offered when the user rejects the request',
      new RpcError('rejected', ''),
      {},
      'partUnasked',
    ],
    [
      'reports the part and the allowance when the user rejects the request after granting the allowance',
      new RpcError('rejected', ''),
      { allowance },
      'partAllowed',
    ],
    ['keeps the reason of any other failure', new QuotationError('otherSize'), {}, 'otherSize'],
  ])('%s', async (_, failure, options, code) => {
    const { part } = start({ isReceiptRead: true, failure, ...options });
    await expect(part(7n)).rejects.toMatchObject({ code });
  });

  it('keeps a failed request about a part waiting until a new request about its option begins', async () => {
    const { asks, part } = start({ isReceiptRead: true, failure: new RpcError('rejected', '') });
    await expect(part(7n)).rejects.toMatchObject({ code: 'partUnasked' });
    expect(asks.views()).toMatchObject([{ state: 'paused', facts: { kind: 'ask' } }]);
    await expect(part(8n)).rejects.toMatchObject({ code: 'partUnasked' });
    expect(asks.views()).toHaveLength(1);
  });
});

it('keeps a paused request when a request about a different option begins', async () => {
  const { asks } = start({ isReceiptRead: true, failure: new RpcError('rejected', '') });
  const about = { account: BUYER, isBuyer: true, limit: tokenAmount(1n), window: 60 };
  const first = asks.requestPart({ ...about, option: OPTION }, tokenAmount(7n));
  await expect(first).rejects.toMatchObject({ code: 'partUnasked' });
  const second = asks.requestClose({ ...about, option: STRANGER });
  await expect(second).rejects.toMatchObject({ code: 'rejected' });
  expect(asks.views()).toMatchObject([{ state: 'paused', facts: { kind: 'ask' } }]);
});

it('refuses a request while a lost request about the same or a different option can still take the same money', async () => {
  const { asks } = start({ isLost: true });
  const about = { account: BUYER, isBuyer: true, limit: tokenAmount(1n), window: 60 };
  await asks.requestClose({ ...about, option: OPTION });
  await expect.poll(() => asks.views()).toMatchObject([{ state: 'paused', why: 'superseded' }]);
  const [lost] = asks.views();
  const details = { holder: lost?.id };
  const same = asks.requestClose({ ...about, option: OPTION });
  await expect(same).rejects.toMatchObject({ code: 'alreadyAsked', details });
  const other = asks.requestClose({ ...about, option: STRANGER });
  await expect(other).rejects.toMatchObject({ code: 'paymentRunning', details });
});

it('reports the granted allowance when the user rejects the request that follows the allowance', async () => {
  const { about } = start({
    failure: new RpcError('rejected', ''),
    allowance: { to: STRANGER, data: '0xaa' },
  });
  await expect(about(BUYER)).rejects.toMatchObject({ code: 'allowedUnasked' });
});

it('requests a revoked allowance again when the user continues a paused request', async () => {
  const { about, asks, asked } = start({
    failure: new RpcError('rejected', ''),
    allowance: { to: STRANGER, data: '0xaa' },
  });
  await expect(about(BUYER)).rejects.toMatchObject({ code: 'allowedUnasked' });
  expect(asked).toHaveLength(1);
  const [waiting] = asks.views();
  await asks.goOn(waiting?.id ?? '');
  await expect.poll(() => asks.views()).toMatchObject([{ state: 'paused' }]);
  expect(asked).toEqual([`${BUYER} 0xaa`, `${BUYER} 0xaa`]);
});
