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
import { splitCall } from '../../../entrypoints/background/positions/action-calls.ts';
import { createOneRequest } from '../../../entrypoints/background/quotations/one-request.ts';
import { createSplitOff } from '../../../entrypoints/background/quotations/split-off.ts';
import type { SentCall } from '../../../entrypoints/background/sending/sent-calls.ts';
import { optionFactoryAbi as abi } from '../../../shared/chain/abi/option-factory.ts';

const ACCOUNT = `0x${'a'.repeat(40)}` as const;
const OTHER = `0x${'d'.repeat(40)}` as const;
const OPTION = `0x${'b'.repeat(40)}` as const;
const HASH = `0x${'c'.repeat(64)}` as const;
const ID = 7n;

/** The multicall's answer about an option that takes no fee. */
const NO_FEE = encodeAbiParameters(parseAbiParameters('(bool, bytes)[]'), [[[false, '0x']]]);

const OPEN_ID = encodeFunctionData({ abi, functionName: 'activeRfqForOption', args: [OPTION] });
const READ = encodeFunctionData({ abi, functionName: 'quotations', args: [ID] });

/** The factory's answer about the open request of a requester. */
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

/** A wallet whose splits are mined, with receipts that no node returns. */
function start({
  sent = [],
  openOf,
}: {
  sent?: readonly SentCall[];
  /** The open request's requester; `unread` while no node responds. Default: none is open. */
  openOf?: Address | 'unread';
} = {}) {
  const asked: bigint[] = [];
  const followed: string[] = [];
  const client = {
    request: async (method: string, [call]: readonly unknown[]) => {
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
  const sentCalls = () => sent;
  const oneRequest = createOneRequest({
    client,
    sentCalls,
    accounts: () => [{ address: ACCOUNT }],
  });
  const { splitOff, sendSplit } = createSplitOff({
    client,
    actions: {
      split: async ({ collateral }) => {
        asked.push(collateral);
        return HASH;
      },
    },
    oneRequest,
    sentCalls,
    settled: async (hash) => {
      followed.push(hash);
      return { hash, status: 'confirmed' };
    },
  });
  const askAboutWhole = () => oneRequest.askOnce(ACCOUNT, OPTION, async () => HASH);
  return { splitOff, sendSplit, askAboutWhole, asked, followed };
}

const unread = { code: 'part-unread' };
const splitRunning = { code: 'split-running' };
const alreadyAsked = { code: 'already-asked' };

describe('splitting a part off', () => {
  it('goes on with a split that a former worker has sent', async () => {
    const { splitOff, asked, followed } = start({
      sent: [
        { hash: '0x1', data: '0x12345678' },
        { hash: '0x2', data: splitCall(7n) },
      ],
    });
    await expect(splitOff(ACCOUNT, OPTION, 7n)).rejects.toMatchObject(unread);
    expect(asked).toEqual([]);
    expect(followed).toEqual(['0x2']);
  });

  it('refuses another size while a split is on its way', async () => {
    const { splitOff, asked } = start({ sent: [{ hash: '0x2', data: splitCall(7n) }] });
    await expect(splitOff(ACCOUNT, OPTION, 8n)).rejects.toMatchObject(splitRunning);
    expect(asked).toEqual([]);
  });

  it('asks once when two pages split at the same time', async () => {
    const { splitOff, asked } = start();
    const first = splitOff(ACCOUNT, OPTION, 7n);
    await expect(splitOff(ACCOUNT, OPTION, 7n)).rejects.toMatchObject(splitRunning);
    await expect(first).rejects.toMatchObject(unread);
    expect(asked).toEqual([7n]);
    await expect(splitOff(ACCOUNT, OPTION, 7n)).rejects.toMatchObject(unread);
    expect(asked).toEqual([7n, 7n]);
  });
});

describe('a split and a request about the whole', () => {
  it('refuses the request while the user is asked about the split', async () => {
    const { sendSplit, askAboutWhole } = start();
    const split = sendSplit(ACCOUNT, OPTION, 7n);
    await expect(askAboutWhole()).rejects.toMatchObject(splitRunning);
    await split;
    await askAboutWhole();
  });

  it('refuses the request while the split isn’t mined', async () => {
    const { askAboutWhole } = start({ sent: [{ hash: '0x2', data: splitCall(7n) }] });
    await expect(askAboutWhole()).rejects.toMatchObject(splitRunning);
  });

  it('refuses the split while the user is asked about the request', async () => {
    const { sendSplit, askAboutWhole, asked } = start();
    const request = askAboutWhole();
    await expect(sendSplit(ACCOUNT, OPTION, 7n)).rejects.toMatchObject(alreadyAsked);
    await request;
    expect(asked).toEqual([]);
    await sendSplit(ACCOUNT, OPTION, 7n);
  });

  it.each([
    ['is open', ACCOUNT, alreadyAsked],
    ['can’t be read', 'unread', { message: 'no answer' }],
  ] as const)('refuses the split while an own request %s', async (_, openOf, failure) => {
    const { sendSplit, asked } = start({ openOf });
    await expect(sendSplit(ACCOUNT, OPTION, 7n)).rejects.toMatchObject(failure);
    expect(asked).toEqual([]);
  });

  it('does not let somebody else’s request keep the holder from splitting', async () => {
    const { sendSplit, asked } = start({ openOf: OTHER });
    await sendSplit(ACCOUNT, OPTION, 7n);
    expect(asked).toEqual([7n]);
  });
});
