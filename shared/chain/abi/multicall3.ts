import { readAbi } from '../read-abi.ts';

/** The only call of Multicall3 that the wallet makes itself. */
export const multicall3Abi = readAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[] returnData)',
]);

/** Functions of Multicall3 itself that the wallet calls together with reads of other contracts. */
export const multicall3StateAbi = readAbi([
  'function getEthBalance(address addr) view returns (uint256 balance)',
  'function getBlockNumber() view returns (uint256 blockNumber)',
]);
