import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  multicall3Abi,
  numberToHex,
  zeroAddress,
} from 'viem';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeCall } from '../../components/approvals/describe-call.ts';
import { explain } from '../../entrypoints/background/approvals/explain/explain.ts';
import { createCodeReader } from '../../entrypoints/background/chain/code-at.ts';
import type { Rpc } from '../../entrypoints/background/chain/rpc.ts';
import type { TransactionDraft } from '../../shared/approvals/types.ts';
import { understandTransaction } from '../../shared/approvals/understand.ts';
import { physicalOptionAbi } from '../../shared/chain/abi/physical-option.ts';
import { chainContext } from '../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import type { KnownAddress } from '../../shared/chain/receiver.ts';
import type { CallMeaning } from '../../shared/messages/approval-view.ts';
import { epochMs, price8 } from '../../shared/units.ts';
import { optionAbi, optionFactoryAbi } from '../devnet/abi/full.ts';
import { inGerman } from '../extension/helpers/languages.ts';
import {
  ACCOUNT,
  BAKERY,
  CLAIMING,
  COLLECTION,
  DELIVERED,
  EXPIRY,
  implementationOf,
  PERSON,
  PUT,
  REQUEST,
  SAMPLE_CALLS,
  USDC,
  WETH,
} from '../extension/helpers/sample-calls.ts';
import { worded } from '../extension/helpers/worded.ts';

const KNOWN: readonly KnownAddress[] = [
  { address: BAKERY, name: 'Bakery', kind: 'contact' },
  { address: ACCOUNT, name: 'First', kind: 'own' },
];

/** Answers of the node's contracts, by function. */
const VALUES: Readonly<Record<string, unknown>> = {
  balanceOf: 40_000_000n,
  allowance: 10_000_000n,
  buyer: ACCOUNT,
  seller: PERSON,
  numContracts: 2_000_000n,
  getStrikes: [250_000_000_000n],
  expiryTimestamp: EXPIRY,
  collateralAmount: 5_000_000_000n,
  collateralToken: USDC,
  optionSettled: false,
  getSplitFee: 10n ** 14n,
  deliveryCollateral: WETH,
  calculateDeliveryAmount: 2n * 10n ** 18n,
  EXERCISE_WINDOW: 3_600n,
  claimableTransfers: 7_000_000n,
  authorizedRouters: true,
  quotations: [
    REQUEST,
    {
      isActive: true,
      currentWinner: zeroAddress,
      currentBestPriceOrReserve: 50_000_000n,
      feeCollected: 0n,
      optionContract: zeroAddress,
    },
  ],
};
const ABI: Abi = [...optionAbi, ...optionFactoryAbi, ...physicalOptionAbi, ...erc20Abi];

function answerTo(target: string, data: Hex): Hex | undefined {
  if (data.startsWith('0x01ffc9a7'))
    return numberToHex(target === COLLECTION ? 1n : 0n, { size: 32 });
  try {
    const { functionName } = decodeFunctionData({ abi: ABI, data });
    const result = VALUES[functionName];
    return result === undefined
      ? undefined
      : encodeFunctionResult({ abi: ABI, functionName, result });
  } catch {
    return undefined;
  }
}

function codeOf(address: string): Hex {
  if (address === PERSON || address === ACCOUNT) return '0x';
  const product = address === PUT ? 'PUT' : address === DELIVERED ? 'PHYSICAL_CALL' : undefined;
  if (product === undefined) return '0x6001';
  const implementation = implementationOf(product).slice(2).toLowerCase();
  return `0x363d3d373d3d3d363d73${implementation}5af43d82803e903d91602b57fd5bf3`;
}

/** A node with fixed answers; unknown calls revert. */
const ANSWERING: Rpc = {
  async request(method, [first] = []) {
    if (method === 'eth_getCode') return codeOf(String(first));
    const { to, data } = Object(first) as { to: Address; data: Hex };
    if (method !== 'eth_call') throw new Error('no answer');
    if (!data.startsWith('0x82ad56cb')) {
      const answer = answerTo(to, data);
      if (answer === undefined) throw new Error('reverted');
      return answer;
    }
    const { args } = decodeFunctionData({ abi: multicall3Abi, data });
    const calls = args?.[0] as readonly { target: Address; callData: Hex }[];
    return encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: calls.map(({ target, callData }) => {
        const returnData = answerTo(target, callData);
        return { success: returnData !== undefined, returnData: returnData ?? '0x' };
      }),
    });
  },
};
const SILENT: Rpc = { request: () => Promise.reject(new Error('no answer')) };

async function meaningOf(draft: TransactionDraft, rpc: Rpc) {
  const named = (address: string) =>
    address === CLAIMING ? { symbol: 'CLAIM', decimals: 6, isClaim: true } : undefined;
  const deps = {
    context: chainContext(CHAIN_ID, 'ETH', named),
    rpc,
    codeAt: createCodeReader(rpc),
    clock: { now: () => epochMs(Number(EXPIRY - 100_000n) * 1_000) },
    spotOf: () => price8(2_590_00000000n),
    isInFeed: async () => true,
    known: () => KNOWN,
  };
  return explain(deps, understandTransaction(draft), ACCOUNT);
}

beforeEach(() => void vi.stubEnv('TZ', 'UTC'));
afterEach(() => void vi.unstubAllEnvs());

const SAMPLES = Object.entries(SAMPLE_CALLS);
const lines = (name: string, ...parts: readonly unknown[]) =>
  [`## ${name}`, ...parts.map((part) => sortedJson(part)), ''].join('\n');

it('the facts about each known call, and the texts in both languages, match the golden file', async () => {
  const texts = await Promise.all(
    SAMPLES.map(async ([name, draft]) => {
      const meaning = await meaningOf(draft, ANSWERING);
      const said = () => wordsOf(meaning);
      return lines(name, factsOf(meaning), said(), inGerman(said));
    }),
  );
  await expect(texts.join('\n')).toMatchFileSnapshot('calls/answering.golden.txt');
});

it('the facts about each known call match the golden file while no node responds', async () => {
  const texts = await Promise.all(
    SAMPLES.map(async ([name, draft]) => lines(name, factsOf(await meaningOf(draft, SILENT)))),
  );
  await expect(texts.join('\n')).toMatchFileSnapshot('calls/silent.golden.txt');
});

/** Returns the facts without the chart, because charts have separate tests. */
function factsOf({ picture: _picture, ...facts }: CallMeaning) {
  return facts;
}

function wordsOf(meaning: CallMeaning) {
  const { raw: _raw, picture: _picture, ...words } = worded(meaning);
  return { ...words, done: describeCall(meaning.call, 'done') };
}

/** Returns JSON with sorted members, so that their order doesn't affect a comparison. */
function sortedJson(part: unknown): string {
  return JSON.stringify(part, (_, value: unknown) =>
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
}
