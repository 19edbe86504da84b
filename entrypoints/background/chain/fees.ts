import { type Address, type Hex, parseAbi } from 'viem';
import { estimateFeesPerGas, estimateGas, readContract } from 'viem/actions';
import type { FeePreset, TransactionDraft } from '../../../shared/approvals/types.ts';
import { type Wei, wei } from '../../../shared/units.ts';
import type { ChainClient } from './client.ts';

/** Base's predeploy that prices the data which a transaction posts to Ethereum. */
const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';
const gasPriceOracleAbi = parseAbi([
  'function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)',
]);

/** Room above the estimate, because a fill's gas moves with the storage that others touch. */
const GAS_MARGIN_PERCENT = 120n;

/** Priority fee of each preset in percent of the node's own suggestion. */
const PRESET_PERCENT: Readonly<Record<FeePreset, bigint>> = { slow: 80n, normal: 100n, fast: 160n };

export interface FeeQuote {
  readonly preset: FeePreset;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** The most that the transaction can cost: gas × max fee, and the data fee. */
  readonly total: Wei;
}

export interface FeeEstimate {
  readonly gas: bigint;
  readonly l1: Wei;
  readonly quotes: readonly FeeQuote[];
}

/** Asks the node for gas and prices. Rejects when the node says that the transaction would fail. */
export async function estimateFees(
  client: ChainClient,
  account: Address,
  draft: TransactionDraft,
): Promise<FeeEstimate> {
  const [estimate, prices, l1] = await Promise.all([
    draft.gas === undefined ? estimate_(client, account, draft) : BigInt(draft.gas),
    estimateFeesPerGas(client),
    dataFee(client, draft),
  ]);
  const gas = draft.gas === undefined ? (estimate * GAS_MARGIN_PERCENT) / 100n : estimate;
  const presets: readonly FeePreset[] = ['slow', 'normal', 'fast'];
  const quotes = presets.map((preset) => {
    const priority = (prices.maxPriorityFeePerGas * PRESET_PERCENT[preset]) / 100n;
    const maxFeePerGas = prices.maxFeePerGas - prices.maxPriorityFeePerGas + priority;
    return {
      preset,
      maxFeePerGas,
      maxPriorityFeePerGas: priority,
      total: wei(gas * maxFeePerGas + l1),
    };
  });
  return { gas, l1, quotes };
}

function estimate_(client: ChainClient, account: Address, draft: TransactionDraft) {
  return estimateGas(client, {
    account,
    data: draft.data as Hex,
    value: BigInt(draft.value),
    ...(draft.to === undefined ? {} : { to: draft.to as Address }),
  });
}

/** Zero where the chain has no such predeploy: a chain without a data fee. */
async function dataFee(client: ChainClient, draft: TransactionDraft): Promise<Wei> {
  // Signature, nonce and fees add about 110 bytes to the call's data.
  const size = BigInt((draft.data.length - 2) / 2 + 110);
  return readContract(client, {
    address: GAS_PRICE_ORACLE,
    abi: gasPriceOracleAbi,
    functionName: 'getL1FeeUpperBound',
    args: [size],
  }).then(wei, () => wei(0n));
}
