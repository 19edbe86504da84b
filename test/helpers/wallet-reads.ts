import {
  decodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem';
import { priceFeedAbi } from '../../shared/chain/abi/price-feed.ts';
import { decodeTradeLog } from '../../shared/positions/decode-trade-log.ts';
import type { EventLog } from '../../shared/positions/event-log.ts';
import { optionAbi } from '../devnet/abi/full.ts';
import type { SyntheticChain } from './synthetic-chain.ts';
import { SYNTHETIC_IMPLEMENTATION } from './synthetic-fills.ts';
import type { RpcRequest } from './synthetic-node.ts';

const multicallAbi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns ((bool success, bytes returnData)[])',
]);

/**
 * Returns a function that answers a wallet's requests about balances, options and receipts. A
 * synthetic node answers its other requests.
 */
export function walletReads(chain: SyntheticChain): (request: RpcRequest) => unknown {
  return ({ method, params }) => {
    switch (method) {
      case 'eth_getCode':
        return `0x363d3d373d3d3d363d73${SYNTHETIC_IMPLEMENTATION.slice(2)}5af43d82803e903d91602b57fd5bf3`;
      case 'eth_getTransactionReceipt':
        return receipt(chain, String(params[0]));
      case 'eth_call':
        return aggregate(chain, params[0] as { data: Hex });
      default:
        return undefined;
    }
  };
}

function receipt(chain: SyntheticChain, hash: string) {
  const logs = chain
    .logs(0, chain.head.number)
    .filter(({ transactionHash }) => transactionHash === hash);
  const [first] = logs;
  if (first === undefined) return undefined;
  const { blockNumber, blockHash } = first;
  return { status: '0x1', transactionHash: hash, blockNumber, blockHash, logs };
}

/** Answers a multicall of contracts; the chain has no other contracts. */
function aggregate(chain: SyntheticChain, { data }: { readonly data: Hex }): Hex {
  if (data.slice(0, 10) !== toFunctionSelector(multicallAbi[0])) return '0x';
  const { args } = decodeFunctionData({ abi: multicallAbi, data });
  return encodeFunctionResult({
    abi: multicallAbi,
    functionName: 'aggregate3',
    result: args[0].map(({ target, callData }) => {
      const returnData = call(chain, target.toLowerCase(), callData);
      return { success: returnData !== '0x', returnData };
    }),
  });
}

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;

function call(chain: SyntheticChain, target: string, data: Hex): Hex {
  const selector = data.slice(0, 10);
  if (selector === toFunctionSelector('getEthBalance(address)')) return word(10n ** 18n);
  if (selector === toFunctionSelector('getBlockNumber()')) return word(BigInt(chain.head.number));
  if (selector === toFunctionSelector('latestRoundData()'))
    return encodeFunctionResult({
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
      result: [1n, 250_000_000_000n, 0n, 0n, 1n],
    });
  if (selector === toFunctionSelector('balanceOf(address)')) {
    const holder = `0x${data.slice(34, 74)}`;
    const promised = termsOf(chain, holder)?.collateralAmount ?? 5_000_000n;
    const held = isSettled(chain, holder) ? 0n : promised;
    return encodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', result: held });
  }
  const terms = termsOf(chain, target);
  if (terms === undefined) return '0x';
  const answers = {
    buyer: buyerOf(chain, target) ?? terms.buyer,
    seller: terms.seller,
    numContracts: terms.numContracts,
    getStrikes: [...terms.strikes],
    expiryTimestamp: BigInt(terms.expiry),
    collateralAmount: terms.collateralAmount,
    optionSettled: isSettled(chain, target),
    collateralToken: terms.collateralToken,
    chainlinkPriceFeed: terms.priceFeed,
  };
  const { functionName } = decodeFunctionData({ abi: optionAbi, data });
  const result = Object.entries(answers).find(([name]) => name === functionName)?.[1];
  const parameters = { abi: optionAbi, functionName, result };
  return encodeFunctionResult(parameters as Parameters<typeof encodeFunctionResult>[0]);
}

const eventsOf = (chain: SyntheticChain) =>
  chain.logs(0, chain.head.number).flatMap((log) => decodeTradeLog(log as EventLog) ?? []);

function termsOf(chain: SyntheticChain, option: string) {
  return eventsOf(chain)
    .filter((event) => event.type === 'option-initialized')
    .find((event) => event.option === option);
}

/** Returns an option's buyer after the last transfer; undefined if there was no transfer. */
function buyerOf(chain: SyntheticChain, option: string) {
  return eventsOf(chain)
    .filter((event) => event.type === 'role-transferred')
    .findLast((event) => event.isBuyer && event.option === option)?.to;
}

function isSettled(chain: SyntheticChain, option: string): boolean {
  return eventsOf(chain).some(
    (event) => event.type === 'option-expired' && event.option === option,
  );
}
