import { readAbiItem } from '../read-abi.ts';

/** Functions that make several calls: a contract's own multicalls, and Multicall3's. */
export const multicallsAbi = {
  multicall: readAbiItem('function multicall(bytes[] data) payable'),
  multicallBefore: readAbiItem('function multicall(uint256 deadline, bytes[] data) payable'),
  aggregate3: readAbiItem('function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable'),
  aggregate: readAbiItem('function aggregate((address target, bytes callData)[] calls) payable'),
  tryAggregate: readAbiItem('function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable'),
} as const;
