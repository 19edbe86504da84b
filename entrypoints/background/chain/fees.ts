import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import type { FeeChoice, TransactionDraft } from '../../../shared/approvals/types.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import { type Wei, wei } from '../../../shared/units.ts';
import { parseQuantity, quantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

/** Base's predeploy that prices the data which a transaction posts to Ethereum. */
const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';
const gasPriceOracleAbi = [
  {
    type: 'function',
    name: 'getL1FeeUpperBound',
    inputs: [{ name: 'unsignedTxSize', type: 'uint256' }],
    outputs: [{ name: 'fee', type: 'uint256' }],
    stateMutability: 'view',
  },
] as const;

/** 120 % of the estimate: a fill's gas moves with the storage that others touch. */
const GAS_WITH_MARGIN_PERCENT = 120n;
/** 160 % of what a simulation used: a limit also has to cover refunds and the 63/64 rule. */
const USED_GAS_WITH_MARGIN_PERCENT = 160n;
/** Enough for a fill, several times over; what is not used is not paid. */
const LATER_CALL_GAS = 2_000_000n;
/** The base fee may double this often until a transaction is mined. */
const BASE_FEE_FACTOR = 2n;
/** Nothing signed caps the data fee: what is shown has room for it to double, and is held against it. */
const DATA_FEE_FACTOR = 2n;
/** Signature, nonce and fees add about this many bytes to the call's data. */
const ENVELOPE_BYTES = 110;

/** Priority fee of each preset in percent of the node's own suggestion. */
const PRESET_PERCENT: Readonly<Record<OwnPreset, bigint>> = { slow: 80n, normal: 100n, fast: 160n };

/** The wallet's own prices. A site may suggest another one. */
export type OwnPreset = 'slow' | 'normal' | 'fast';
export const PRESETS: readonly OwnPreset[] = ['slow', 'normal', 'fast'];

/** Prices in wei a gas. On a chain without a base fee both are the gas price. */
export interface GasPrice {
  readonly maxFeePerGas: Wei;
  readonly maxPriorityFeePerGas: Wei;
}

export interface FeeEstimate {
  /** Gas limit of each transaction. */
  readonly gas: readonly bigint[];
  /**
   * For posting the data to Ethereum, all transactions together: what the network asks for, and that
   * with room to rise. Zero where the chain has none.
   */
  readonly leastDataFee: Wei;
  readonly dataFee: Wei;
  readonly prices: Readonly<Record<OwnPreset, GasPrice>>;
  /** Wei a gas that the next block asks for at least; on a chain without a base fee the slow price. */
  readonly least: Wei;
  /** Smallest tip that the network accepts, in wei a gas. */
  readonly leastTip: bigint;
  /** The chain knows no base fee (before EIP-1559). */
  readonly isLegacy: boolean;
}

/** The most that transactions can cost: in gas, and for their data (wei). */
export function totalFee(gas: readonly bigint[], maxFeePerGas: bigint, dataFee: bigint): Wei {
  return wei(gas.reduce((sum, limit) => sum + limit, 0n) * maxFeePerGas + dataFee);
}

/**
 * Asks the node for gas and prices. `gasUsed` are figures of a simulation, for transactions that
 * only work after one another. Rejects when the node says that the transaction would fail.
 */
export async function estimateFees(options: {
  rpc: Rpc;
  account: string;
  drafts: readonly TransactionDraft[];
  gasUsed?: readonly bigint[] | undefined;
  /** Base and its relatives post their data to Ethereum and charge for it. */
  hasDataFee: boolean;
  /** Smallest tip that the network accepts, in wei a gas. */
  leastTip: bigint;
}): Promise<FeeEstimate> {
  const { rpc, account, drafts, gasUsed } = options;
  const limits = drafts.map(async (draft, index) => {
    if (draft.gas !== undefined) return BigInt(draft.gas);
    const used = gasUsed?.[index];
    if (used !== undefined) return (used * USED_GAS_WITH_MARGIN_PERCENT) / 100n;
    try {
      return ((await estimateGas(rpc, account, draft)) * GAS_WITH_MARGIN_PERCENT) / 100n;
    } catch (error) {
      // By itself it fails for want of what the ones before it do; nobody can say what it takes.
      if (index === 0 || !(error instanceof NodeError)) throw error;
      return LATER_CALL_GAS;
    }
  });
  const [gas, market, ...dataFees] = await Promise.all([
    Promise.all(limits),
    readMarket(rpc),
    ...(options.hasDataFee ? drafts.map((draft) => readDataFee(rpc, draft)) : []),
  ]);
  const priceOf = (preset: OwnPreset): GasPrice => {
    const suggested = larger(market.priority, options.leastTip);
    const priority = larger((suggested * PRESET_PERCENT[preset]) / 100n, options.leastTip);
    const max =
      market.baseFee === undefined ? priority : market.baseFee * BASE_FEE_FACTOR + priority;
    return { maxFeePerGas: wei(max), maxPriorityFeePerGas: wei(priority) };
  };
  const leastDataFee = dataFees.reduce((sum: bigint, fee) => sum + fee, 0n);
  const slow = priceOf('slow');
  return {
    gas,
    leastDataFee: wei(leastDataFee),
    dataFee: dataFeeAtMost(leastDataFee),
    prices: { slow, normal: priceOf('normal'), fast: priceOf('fast') },
    least: wei(
      market.baseFee === undefined ? slow.maxFeePerGas : market.baseFee + options.leastTip,
    ),
    leastTip: options.leastTip,
    isLegacy: market.baseFee === undefined,
  };
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** What posting data may cost at most (wei), where the network asks for so much: twice that. */
export function dataFeeAtMost(asked: bigint): Wei {
  return wei(asked * DATA_FEE_FACTOR);
}

/**
 * Whether the network would take the transactions for this fee by now: the next block for the price,
 * and posting their data for no more than the data fee. A node that does not answer has not said
 * that it is too little.
 */
export async function isFeeEnough(
  rpc: Rpc,
  { maxFeePerGas, dataFee = '0x0' }: Pick<FeeChoice, 'maxFeePerGas' | 'dataFee'>,
  { drafts, hasDataFee }: { drafts: readonly TransactionDraft[]; hasDataFee: boolean },
): Promise<boolean> {
  const charged = hasDataFee ? drafts : [];
  const [isPriceEnough, isDataFeeEnough] = await Promise.all([
    readBaseFee(rpc)
      // Without a base fee the node itself says what is too little.
      .then((baseFee) => baseFee === undefined || BigInt(maxFeePerGas) >= baseFee)
      .catch(() => true),
    Promise.all(charged.map((draft) => readDataFee(rpc, draft)))
      .then((fees) => BigInt(dataFee) >= fees.reduce((sum, fee) => sum + fee, 0n))
      .catch(() => true),
  ]);
  return isPriceEnough && isDataFeeEnough;
}

async function estimateGas(rpc: Rpc, account: string, draft: TransactionDraft): Promise<bigint> {
  const { to, value, data } = draft;
  return parseQuantity(await rpc.request('eth_estimateGas', [{ from: account, to, value, data }]));
}

/** Base fee of the newest block and the suggested priority fee; the gas price where there is none. */
async function readMarket(rpc: Rpc): Promise<{ baseFee: bigint | undefined; priority: bigint }> {
  const baseFee = await readBaseFee(rpc);
  const method = baseFee === undefined ? 'eth_gasPrice' : 'eth_maxPriorityFeePerGas';
  return { baseFee, priority: parseQuantity(await rpc.request(method, [])) };
}

const RECENT_BLOCKS = '0x14';

/** Tips at this percentile are paid by transactions in a hurry. */
const HURRIED = 90;

/**
 * Returns the highest price of the last 20 blocks in wei a gas: base fee plus a hurried tip. Rejects
 * when the node has no history.
 */
export async function highestRecentPrice(rpc: Rpc): Promise<bigint> {
  const history = await rpc.request('eth_feeHistory', [RECENT_BLOCKS, 'latest', [HURRIED]]);
  if (!isRecord(history) || !Array.isArray(history.baseFeePerGas)) {
    throw new TypeError('no fee history');
  }
  const tips = Array.isArray(history.reward) ? history.reward.flat() : [];
  return highestOf(history.baseFeePerGas) + highestOf(tips);
}

function highestOf(quantities: readonly unknown[]): bigint {
  let highest = 0n;
  for (const value of quantities.map(parseQuantity)) if (value > highest) highest = value;
  return highest;
}

/** Base fee of the newest block in wei a gas; `undefined` on a chain without one. */
async function readBaseFee(rpc: Rpc): Promise<bigint | undefined> {
  const block = await rpc.request('eth_getBlockByNumber', ['latest', false]);
  const baseFee = isRecord(block) ? block.baseFeePerGas : undefined;
  return baseFee === undefined || baseFee === null ? undefined : parseQuantity(baseFee);
}

/** Wei for posting a transaction's data to Ethereum. Zero only where the predeploy does not exist or refuses; a node that is away is an error. */
export async function readDataFee(
  rpc: Rpc,
  draft: Pick<TransactionDraft, 'data'>,
): Promise<bigint> {
  const bytes = (draft.data.length - 2) / 2 + ENVELOPE_BYTES;
  const data = encodeFunctionData({ abi: gasPriceOracleAbi, args: [BigInt(bytes)] });
  try {
    const answer = await rpc.request('eth_call', [{ to: GAS_PRICE_ORACLE, data }, 'latest']);
    if (answer === '0x') return 0n;
    return decodeFunctionResult({ abi: gasPriceOracleAbi, data: answer as Hex });
  } catch (error) {
    if (error instanceof NodeError) return 0n;
    throw error;
  }
}

/** Returns the choice that the user makes with a price: the estimate's gas limits at that price. */
export function feeChoice(estimate: FeeEstimate, price: GasPrice): FeeChoice {
  return {
    gas: estimate.gas.map(quantity),
    maxFeePerGas: quantity(price.maxFeePerGas),
    maxPriorityFeePerGas: quantity(price.maxPriorityFeePerGas),
    dataFee: quantity(estimate.dataFee),
    isLegacy: estimate.isLegacy,
  };
}
