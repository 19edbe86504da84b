import {
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  parseAbi,
} from 'viem';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import type { EventLog } from '../../../shared/positions/event-log.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { optionAbi } from '../../devnet/abi/full.ts';

const BALANCE = parseAbi(['function balanceOf(address) view returns (uint256)']);

/** Creates a node, without a chain, that knows one option and some receipts. */
export function optionNode(input: {
  /** The option's data as the contract returns it. */
  position: PositionRecord;
  implementation: Address;
  receipts?: Readonly<Record<Hex, readonly EventLog[]>>;
  splitFee?: bigint;
}): Rpc {
  const { position, implementation } = input;
  const values: Readonly<Record<string, unknown>> = {
    buyer: position.buyer,
    seller: position.seller,
    numContracts: position.numContracts,
    getStrikes: position.strikes,
    expiryTimestamp: BigInt(position.expiry),
    collateralAmount: position.collateralAmount,
    optionSettled: position.status === 'settled',
    collateralToken: position.collateralToken,
    chainlinkPriceFeed: position.priceFeed,
    getSplitFee: input.splitFee ?? 0n,
  };
  const answer = (target: Address, data: Hex) => {
    if (target.toLowerCase() === position.collateralToken)
      return encodeFunctionResult({
        abi: BALANCE,
        functionName: 'balanceOf',
        result: position.collateralAmount,
      });
    const { functionName } = decodeFunctionData({ abi: optionAbi, data });
    return encodeFunctionResult({
      abi: optionAbi,
      functionName,
      result: values[functionName],
    } as Parameters<typeof encodeFunctionResult>[0]);
  };
  return {
    async request(method, params) {
      const [first] = params as readonly unknown[];
      if (method === 'eth_getCode')
        return `0x363d3d373d3d3d363d73${implementation.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`;
      if (method === 'eth_getTransactionReceipt') {
        const hash = first as Hex;
        const logs = input.receipts?.[hash];
        if (logs === undefined) return null;
        return {
          status: '0x1',
          transactionHash: hash,
          blockNumber: '0x1',
          logs: logs.map((log, i) => ({ ...log, logIndex: `0x${i}` })),
        };
      }
      if (method !== 'eth_call') throw new Error(`The test node doesn't serve ${method}.`);
      const { data } = first as { data: Hex };
      const { args } = decodeFunctionData({ abi: multicall3Abi, data });
      const calls = args?.[0] as readonly { target: Address; callData: Hex }[];
      return encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result: calls.map(({ target, callData }) => ({
          success: true,
          returnData: answer(target, callData),
        })),
      });
    },
  };
}
