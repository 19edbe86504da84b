import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import type { Order } from '../../../shared/orders/order.ts';
import { optionFactoryAbi } from '../../devnet/abi/full.ts';

const QUOTATIONS = toFunctionSelector('quotations(uint256)');

/**
 * Returns a node that knows one request, whose requester is the order's maker. Other calls fail or
 * return a wrong payoff.
 */
export function requestNode(
  order: Order,
  request: {
    readonly isBuyer: boolean;
    readonly limit: bigint;
    /** Unix seconds. */
    readonly offerEnd: number;
    readonly isLying?: boolean;
  },
): Rpc {
  const { isBuyer, limit, offerEnd, isLying = false } = request;
  const params = {
    requester: order.maker,
    existingOptionAddress: zeroAddress,
    collateral: order.collateral,
    collateralPriceFeed: order.priceFeed,
    implementation: order.implementation,
    strikes: order.strikes,
    numContracts: order.numContracts,
    requesterDeposit: 0n,
    collateralAmount: 0n,
    expiryTimestamp: BigInt(order.expiry),
    offerEndTimestamp: BigInt(offerEnd),
    isRequestingLongPosition: isBuyer,
    convertToLimitOrder: false,
    extraOptionData: order.extraOptionData,
  };
  const state = {
    isActive: true,
    currentWinner: zeroAddress,
    currentBestPriceOrReserve: limit,
    feeCollected: 0n,
    optionContract: zeroAddress,
  };
  return {
    async request(method, [call] = []) {
      const { to, data } = Object(call) as { to?: string; data?: Hex };
      if (method !== 'eth_call' || data === undefined) throw new Error('no answer');
      if (to === FACTORY_R12 && data.startsWith(QUOTATIONS))
        return encodeFunctionResult({
          abi: optionFactoryAbi,
          functionName: 'quotations',
          result: [params, state],
        });
      if (!isLying || to === FACTORY_R12) throw new Error('no answer');
      const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data });
      if (functionName !== 'aggregate3') throw new Error('no answer');
      return encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result: args[0].map(() => ({ success: true, returnData: toHex(7n, { size: 32 }) })),
      });
    },
  };
}
