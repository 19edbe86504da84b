import {
  type Abi,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
} from 'viem';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { lendingPoolAbi, lendingReceiptAbi } from '../../../shared/chain/abi/lending.ts';
import { multicall3Abi, multicall3StateAbi } from '../../../shared/chain/abi/multicall3.ts';
import { LENDING_POOL, reserveOf } from '../../../shared/chain/lending.ts';
import { isRecord } from '../../../shared/is-record.ts';

const { asset: USDC, receipt: A_USDC } = reserveOf('USDC');
const ABIS: readonly Abi[] = [erc20Abi, lendingPoolAbi, lendingReceiptAbi, multicall3StateAbi];

/** An account's USDC and the lending pool's data, as a node returns them. */
export interface LendingState {
  /** In ray (27 decimals). */
  index: bigint;
  asset: bigint;
  receipts: bigint;
  liquidity: bigint;
}

/** Creates a node with the pool's USDC reserve. `receipts` are transaction receipts by hash. */
export function lendingNode(state: LendingState, receipts: Readonly<Record<string, unknown>> = {}) {
  const reserve = {
    configuration: 1n << 56n,
    liquidityIndex: state.index,
    currentLiquidityRate: 0n,
    variableBorrowIndex: 0n,
    currentVariableBorrowRate: 0n,
    currentStableBorrowRate: 0n,
    lastUpdateTimestamp: 0,
    id: 0,
    ...{ aTokenAddress: A_USDC.address, stableDebtTokenAddress: LENDING_POOL },
    ...{ variableDebtTokenAddress: LENDING_POOL, interestRateStrategyAddress: LENDING_POOL },
    ...{ accruedToTreasury: 0n, unbacked: 0n, isolationModeTotalDebt: 0n },
  };
  const values = (to: string): Readonly<Record<string, unknown>> => ({
    getEthBalance: 0n,
    balanceOf: to === USDC.address ? state.asset : state.receipts,
    allowance: 0n,
    UNDERLYING_ASSET_ADDRESS: USDC.address,
    POOL: LENDING_POOL,
    scaledTotalSupply: 0n,
    getReserveData: reserve,
    getReserveNormalizedIncome: state.index,
    getVirtualUnderlyingBalance: state.liquidity,
  });
  const answer = (to: string, data: Hex): Hex => {
    for (const abi of ABIS) {
      const found = readable(abi, data);
      if (found === undefined) continue;
      const result = values(to)[found];
      return encodeFunctionResult({ abi, functionName: found, result });
    }
    throw new TypeError('unknown function');
  };
  const rpc: Rpc = {
    async request(method, params) {
      const [first] = Array.isArray(params) ? params : [];
      if (method === 'eth_getTransactionReceipt') return receipts[String(first)] ?? null;
      if (method !== 'eth_call' || !isRecord(first)) throw new TypeError(method);
      const { args } = decodeFunctionData({ abi: multicall3Abi, data: first.data as Hex });
      const result = args[0].map(({ target, callData }) => ({
        success: true,
        returnData: answer(target, callData),
      }));
      return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result });
    },
  };
  return rpc;
}

function readable(abi: Abi, data: Hex): string | undefined {
  try {
    return decodeFunctionData({ abi, data }).functionName;
  } catch {
    return undefined;
  }
}

/**
 * Returns the transaction receipt of a supply. The pool minted its receipt tokens at this index.
 */
export function supplyReceipt(owner: Hex, amount: bigint, index: bigint) {
  const topics = encodeEventTopics({
    abi: lendingReceiptAbi,
    eventName: 'Mint',
    args: { caller: owner, onBehalfOf: owner },
  });
  const data = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }],
    [amount, 0n, index],
  );
  return { status: '0x1', logs: [{ address: A_USDC.address, topics, data }] };
}
