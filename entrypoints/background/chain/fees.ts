import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import type { FeeChoice, TransactionDraft } from '../../../shared/approvals/types.ts';
import { readAbi } from '../../../shared/chain/read-abi.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import { type Wei, wei } from '../../../shared/units.ts';
import { overridesOf } from './account-code.ts';
import { nodeErrorOf } from './node-answers.ts';
import { parseQuantity, quantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

/** Base's contract that prices the data which a transaction posts to Ethereum. */
const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';
const gasPriceOracleAbi = readAbi([
  'function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256 fee)',
]);

/**
 * Gas limit in percent of an estimate. The margin is needed because other transactions change the
 * storage on which a fill's gas depends.
 */
const GAS_WITH_MARGIN_PERCENT = 120n;
/**
 * Gas limit in percent of a simulation's used gas. The limit must also cover refunds and the 63/64
 * rule.
 */
const USED_GAS_WITH_MARGIN_PERCENT = 160n;
/** Gas limit of a later call: several times the gas of a fill. Unused gas isn't paid. */
const LATER_CALL_GAS = 2_000_000n;
/** Factor of the maximum price: the base fee may double before a transaction is mined. */
const BASE_FEE_FACTOR = 2n;
/** Factor of the shown data fee. A signature doesn't limit the data fee, and it may double. */
const DATA_FEE_FACTOR = 2n;
/** Bytes that signature, nonce and fees add to the data of a call. */
const ENVELOPE_BYTES = 110;
const AUTHORIZATION_BYTES = 104;
/** Gas of an authorization (EIP-7702); half of it is refunded when the account exists. */
const AUTHORIZATION_GAS = 25_000n;
/**
 * Gas of an empty call to the user's own account. The account's code uses less gas than the margin.
 */
const CODE_CHANGE_GAS = 21_000n;

/** Priority fee of each preset in percent of the node's suggestion. */
const PRESET_PERCENT: Readonly<Record<OwnPreset, bigint>> = { slow: 80n, normal: 100n, fast: 160n };

/** Presets of the wallet's own prices. A site can suggest another price. */
export type OwnPreset = 'slow' | 'normal' | 'fast';
export const PRESETS: readonly OwnPreset[] = ['slow', 'normal', 'fast'];

/** Prices in wei per gas. On a chain without a base fee, both members are the gas price. */
export interface GasPrice {
  readonly maxFeePerGas: Wei;
  readonly maxPriorityFeePerGas: Wei;
}

export interface FeeEstimate {
  readonly gas: readonly bigint[];
  /**
   * Fee for posting the data of all transactions to Ethereum. `leastDataFee` is the current fee,
   * `dataFee` the highest possible fee. Zero on chains without this fee.
   */
  readonly leastDataFee: Wei;
  readonly dataFee: Wei;
  readonly prices: Readonly<Record<OwnPreset, GasPrice>>;
  /** Minimum price of the next block in wei per gas; without a base fee the slow price. */
  readonly least: Wei;
  /** Minimum tip of the network in wei per gas. */
  readonly leastTip: bigint;
  /** True for a chain without a base fee (before EIP-1559). */
  readonly isLegacy: boolean;
}

/** Returns the maximum cost of the transactions: gas and data (wei). */
export function totalFee(gas: readonly bigint[], maxFeePerGas: bigint, dataFee: bigint): Wei {
  return wei(gas.reduce((sum, limit) => sum + limit, 0n) * maxFeePerGas + dataFee);
}

/**
 * Estimates gas and prices with the node. `gasUsed` comes from a simulation of transactions that
 * need each other. Rejects when the node reports that the transaction would fail.
 */
export async function estimateFees(options: {
  rpc: Rpc;
  account: string;
  drafts: readonly TransactionDraft[];
  gasUsed?: readonly bigint[] | undefined | Promise<readonly bigint[] | undefined>;
  /** True for OP Stack chains such as Base, which charge for data posted to Ethereum. */
  hasDataFee: boolean;
  leastTip: bigint;
}): Promise<FeeEstimate> {
  const { rpc, account, drafts, gasUsed } = options;
  const limits = drafts.map(async (draft, index) => {
    if (draft.gas !== undefined) return BigInt(draft.gas);
    const used = (await gasUsed)?.[index];
    if (used !== undefined && draft.codeChange === undefined)
      return (used * USED_GAS_WITH_MARGIN_PERCENT) / 100n;
    try {
      return ((await estimateGas(rpc, account, draft)) * GAS_WITH_MARGIN_PERCENT) / 100n;
    } catch (error) {
      // A later transaction may fail alone because it depends on the earlier transactions, so it
      // can't be estimated.
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

/**
 * Estimates what each transaction alone is likely to cost for gas and data, in wei, at the newest
 * block's base fee. Undefined if the node rejects the transaction.
 */
export async function estimateCosts(options: {
  rpc: Rpc;
  account: string;
  drafts: readonly TransactionDraft[];
  hasDataFee: boolean;
  leastTip: bigint;
}): Promise<readonly (Wei | undefined)[]> {
  const { rpc, account, drafts } = options;
  const [{ baseFee = 0n, priority }, dataFees, limits] = await Promise.all([
    readMarket(rpc),
    Promise.all(options.hasDataFee ? drafts.map((draft) => readDataFee(rpc, draft)) : []),
    Promise.all(
      drafts.map(async (draft) => {
        try {
          return await estimateGas(rpc, account, draft);
        } catch (error) {
          if (error instanceof NodeError) return undefined;
          throw error;
        }
      }),
    ),
  ]);
  const price = baseFee + larger(priority, options.leastTip);
  return limits.map((gas, i) =>
    gas === undefined ? undefined : wei(gas * price + (dataFees[i] ?? 0n)),
  );
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Returns the highest fee for posting data (wei): twice the current fee. */
export function dataFeeAtMost(asked: bigint): Wei {
  return wei(asked * DATA_FEE_FACTOR);
}

/**
 * Returns whether the network accepts this fee now, for gas and for data. Returns true when the
 * node doesn't respond.
 */
export async function isFeeEnough(
  rpc: Rpc,
  { maxFeePerGas, dataFee = '0x0' }: Pick<FeeChoice, 'maxFeePerGas' | 'dataFee'>,
  { drafts, hasDataFee }: { drafts: readonly TransactionDraft[]; hasDataFee: boolean },
): Promise<boolean> {
  const charged = hasDataFee ? drafts : [];
  const [isPriceEnough, isDataFeeEnough] = await Promise.all([
    readBaseFee(rpc)
      // Without a base fee, the node itself rejects a price that is too low.
      .then((baseFee) => baseFee === undefined || BigInt(maxFeePerGas) >= baseFee)
      .catch(() => true),
    Promise.all(charged.map((draft) => readDataFee(rpc, draft)))
      .then((fees) => BigInt(dataFee) >= fees.reduce((sum, fee) => sum + fee, 0n))
      .catch(() => true),
  ]);
  return isPriceEnough && isDataFeeEnough;
}

async function estimateGas(rpc: Rpc, account: string, draft: TransactionDraft): Promise<bigint> {
  const { to, value, data, codeChange } = draft;
  const call = { from: account, to, value, data };
  if (codeChange === undefined) return parseQuantity(await rpc.request('eth_estimateGas', [call]));
  // The gas for removing code is known, so it isn't estimated. Removing code must also work with a
  // node without state overrides.
  if (data === '0x') return CODE_CHANGE_GAS + AUTHORIZATION_GAS;
  const overrides = overridesOf(codeChange);
  const estimated = await rpc.request('eth_estimateGas', [call, 'latest', overrides]);
  return parseQuantity(estimated) + AUTHORIZATION_GAS;
}

/**
 * Returns the newest block's base fee and the suggested tip, or the gas price on chains without a
 * base fee.
 */
async function readMarket(rpc: Rpc): Promise<{ baseFee: bigint | undefined; priority: bigint }> {
  const suggested = rpc.request('eth_maxPriorityFeePerGas', []);
  // A chain without a base fee has no tips, so its node may not know the method.
  suggested.catch(() => undefined);
  const baseFee = await readBaseFee(rpc);
  const gasPrice = async () => parseQuantity(await rpc.request('eth_gasPrice', []));
  if (baseFee === undefined) return { baseFee, priority: await gasPrice() };
  try {
    return { baseFee, priority: parseQuantity(await suggested) };
  } catch (error) {
    // Some nodes don't suggest a tip, but their gas price includes a tip.
    if (nodeErrorOf(error) === undefined) throw error;
    return { baseFee, priority: larger((await gasPrice()) - baseFee, 0n) };
  }
}

const RECENT_BLOCKS = '0x14';

/** Percentile of recent tips that is used as the tip of an urgent transaction. */
const HURRIED = 90;

/**
 * Returns the highest price of the last 20 blocks in wei per gas: the base fee plus the tip of an
 * urgent transaction. Rejects when the node has no fee history.
 */
export async function highestRecentPrice(rpc: Rpc): Promise<bigint> {
  const history = await rpc.request('eth_feeHistory', [RECENT_BLOCKS, 'latest', [HURRIED]]);
  const baseFees = isRecord(history) ? history.baseFeePerGas : undefined;
  if (!isRecord(history) || !Array.isArray(baseFees) || baseFees.length === 0) {
    throw new TypeError('no fee history');
  }
  const tips = Array.isArray(history.reward) ? history.reward.flat() : [];
  return highestOf(baseFees) + highestOf(tips);
}

function highestOf(quantities: readonly unknown[]): bigint {
  let highest = 0n;
  for (const value of quantities.map(parseQuantity)) if (value > highest) highest = value;
  return highest;
}

/** Returns the newest block's base fee in wei per gas; `undefined` on a chain without base fees. */
async function readBaseFee(rpc: Rpc): Promise<bigint | undefined> {
  const block = await rpc.request('eth_getBlockByNumber', ['latest', false]);
  const baseFee = isRecord(block) ? block.baseFeePerGas : undefined;
  return baseFee === undefined || baseFee === null ? undefined : parseQuantity(baseFee);
}

/**
 * Returns the fee in wei for posting a transaction's data to Ethereum. Returns zero only if Base's
 * contract is missing or reverts; rejects when the node fails.
 */
export async function readDataFee(
  rpc: Rpc,
  draft: Pick<TransactionDraft, 'data' | 'codeChange'>,
): Promise<bigint> {
  const authorization = draft.codeChange === undefined ? 0 : AUTHORIZATION_BYTES;
  const bytes = (draft.data.length - 2) / 2 + ENVELOPE_BYTES + authorization;
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

/** Returns the fee at the chosen price, with the estimate's gas limits. */
export function feeChoice(estimate: FeeEstimate, price: GasPrice): FeeChoice {
  return {
    gas: estimate.gas.map(quantity),
    maxFeePerGas: quantity(price.maxFeePerGas),
    maxPriorityFeePerGas: quantity(price.maxPriorityFeePerGas),
    dataFee: quantity(estimate.dataFee),
    isLegacy: estimate.isLegacy,
  };
}
