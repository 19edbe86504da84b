import {
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  pad,
  toHex,
  zeroAddress,
} from 'viem';
import { expect, it } from 'vitest';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createOwnRequests } from '../../../entrypoints/background/quotations/own-requests.ts';
import { createRequestReader } from '../../../entrypoints/background/quotations/read-requests.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { FACTORY_R12, TOKENS } from '../../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../../shared/chain/implementations.ts';
import { QUOTATION_REQUESTED_TOPIC } from '../../../shared/positions/decode-quotation-log.ts';
import { optionFactoryAbi } from '../../devnet/abi/full.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const STRANGER: Address = '0x00000000000000000000000000000000000bad00';
const OWN = 7n;
const COUNT = 10_000n;
const HASH = `0x${'1'.repeat(64)}` as const;
const NEVER = new Promise<void>(() => undefined);

const requested = (id: bigint, requester: Address) => ({
  address: FACTORY_R12,
  topics: [QUOTATION_REQUESTED_TOPIC, toHex(id, { size: 32 }), pad(requester).toLowerCase()],
  data: `0x${[50_000000n, 64n, 0n].map((word) => toHex(word, { size: 32 }).slice(2)).join('')}`,
  logIndex: '0x0',
  blockNumber: '0x10',
  transactionHash: HASH,
});

/** Ways in which a node lies about the account's request, or lags. */
interface Lie {
  readonly isActive?: boolean;
  readonly requester?: Address;
}

const answerTo = (data: Hex, lie: Lie = {}): Hex => {
  const { functionName, args } = decodeFunctionData({ abi: optionFactoryAbi, data });
  if (functionName === 'getQuotationCount')
    return encodeFunctionResult({ abi: optionFactoryAbi, functionName, result: COUNT });
  if (functionName !== 'quotations') throw new Error('no answer');
  const params = {
    requester: args[0] === OWN ? (lie.requester ?? ACCOUNT) : STRANGER,
    existingOptionAddress: zeroAddress,
    collateral: TOKENS[0]?.address ?? zeroAddress,
    collateralPriceFeed: STRANGER,
    implementation: IMPLEMENTATIONS[0]?.address ?? zeroAddress,
    strikes: [2_500_00000000n],
    numContracts: 1_000000n,
    requesterDeposit: 50_000000n,
    collateralAmount: 0n,
    expiryTimestamp: 1_900_000_000n,
    offerEndTimestamp: 1_800_000_000n,
    isRequestingLongPosition: true,
    convertToLimitOrder: false,
    extraOptionData: '0x' as const,
  };
  const state = {
    isActive: args[0] !== OWN || lie.isActive !== false,
    currentWinner: zeroAddress,
    currentBestPriceOrReserve: 50_000000n,
    feeCollected: 0n,
    optionContract: zeroAddress,
  };
  return encodeFunctionResult({ abi: optionFactoryAbi, functionName, result: [params, state] });
};

/**
 * Creates a node with one request of the account that holds money, followed by 10,000 requests of a
 * stranger.
 */
function floodedNode(
  options: { logs?: readonly object[]; receipt?: object; lie?: () => Lie } = {},
) {
  const asked: string[] = [];
  const client: Rpc = {
    async request(method, [first] = []) {
      asked.push(method);
      switch (method) {
        case 'eth_getBlockByNumber':
          return { number: '0xffff', timestamp: '0x1', hash: HASH };
        case 'eth_getLogs':
          if (options.logs === undefined) throw new Error('no answer');
          return options.logs;
        case 'eth_getTransactionReceipt':
          return options.receipt;
        case 'eth_call': {
          const { to, data } = Object(first) as { to: string; data: Hex };
          if (to === FACTORY_R12) return answerTo(data, options.lie?.());
          const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data });
          if (functionName !== 'aggregate3') throw new Error('no answer');
          return encodeFunctionResult({
            abi: multicall3Abi,
            functionName,
            result: args[0].map(({ callData }) => ({
              success: true,
              returnData: answerTo(callData, options.lie?.()),
            })),
          });
        }
        default:
          throw new Error('no answer');
      }
    },
  };
  return { client, asked };
}

function deviceOf(
  client: Rpc,
  requestsOf: () => Promise<readonly bigint[]> = async () => [],
  areas = memoryAreas(),
) {
  const own = createOwnRequests({ stored: stored(areas, STORED_KEYS.ownRequests), client });
  const wait = () => Promise.resolve();
  return { own, read: createRequestReader({ client, own, indexer: { requestsOf }, wait }) };
}

/** Returns the milliseconds of processor time that this thread has used. */
const workedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

it('finds the account’s request by its stored id among 10,000 requests of a stranger', async () => {
  const receipt = {
    status: '0x1',
    transactionHash: HASH,
    logs: [requested(1n, STRANGER), requested(OWN, ACCOUNT)],
  };
  const { client } = floodedNode({ receipt });
  const areas = memoryAreas();
  const { own } = deviceOf(client, undefined, areas);
  await own.onConfirmed(ACCOUNT, HASH);
  // Simulates a restart of the worker, without an indexer and without events.
  const after = deviceOf(client, undefined, areas);
  await after.own.load();
  const started = workedMs();
  const found = await after.read(ACCOUNT);
  expect(found.map(({ id, escrow }) => [id, escrow])).toEqual([[OWN, 50_000000n]]);
  expect(workedMs() - started).toBeLessThan(2_000);
});

it.each<[string, Lie]>([
  ['is cancelled', { isActive: false }],
  ['is another account’s', { requester: STRANGER }],
])(
  'lists a request as open again after a node wrongly answers once that the request %s',
  async (_, wrong) => {
    let lie: Lie = {};
    const { client } = floodedNode({ logs: [requested(OWN, ACCOUNT)], lie: () => lie });
    const { read } = deviceOf(client);
    const found = async () => (await read(ACCOUNT)).map(({ id, end }) => [id, end]);
    expect(await found()).toEqual([[OWN, undefined]]);
    lie = wrong;
    expect(await found()).not.toEqual([[OWN, undefined]]);
    lie = {};
    expect(await found()).toEqual([[OWN, undefined]]);
  },
);

it('finds another device’s request by the request’s event, or by the indexer when no event is found', async () => {
  const { client } = floodedNode({ logs: [requested(OWN, ACCOUNT)] });
  expect((await deviceOf(client).read(ACCOUNT)).map(({ id }) => id)).toEqual([OWN]);
  const silent = floodedNode();
  const indexed = deviceOf(silent.client, async () => [3n, OWN, 10n ** 30n]);
  expect((await indexed.read(ACCOUNT)).map(({ id }) => id)).toEqual([OWN]);
  expect(indexed.own.idsOf(ACCOUNT)).toEqual([OWN]);
});

it('doesn’t wait for an indexer that never responds', async () => {
  const { client } = floodedNode({ logs: [requested(OWN, ACCOUNT)] });
  const { read } = deviceOf(client, async () => {
    await NEVER;
    return [];
  });
  expect((await read(ACCOUNT)).map(({ id }) => id)).toEqual([OWN]);
});

it('reads each request of a stranger only once', async () => {
  const { client, asked } = floodedNode({ logs: [requested(OWN, ACCOUNT)] });
  const { read } = deviceOf(client);
  await read(ACCOUNT);
  const before = asked.length;
  await read(ACCOUNT);
  // The node requests read the count, the header, one range of the newest events, and one
  // multicall.
  expect(asked.slice(before).toSorted()).toEqual([
    'eth_call',
    'eth_call',
    'eth_getBlockByNumber',
    'eth_getLogs',
  ]);
});
