/** The only call of Multicall3 that the wallet makes itself. */
export const multicall3Abi = [
  {"inputs": [{"name": "calls", "type": "tuple[]", "components": [{"name": "target", "type": "address"}, {"name": "allowFailure", "type": "bool"}, {"name": "callData", "type": "bytes"}]}], "name": "aggregate3", "outputs": [{"name": "returnData", "type": "tuple[]", "components": [{"name": "success", "type": "bool"}, {"name": "returnData", "type": "bytes"}]}], "stateMutability": "payable", "type": "function"}
] as const;

/** Calls of Multicall3 that others combine with reads of contracts. */
export const multicall3StateAbi = [
  {"inputs": [{"name": "addr", "type": "address"}], "name": "getEthBalance", "outputs": [{"name": "balance", "type": "uint256"}], "stateMutability": "view", "type": "function"},
  {"inputs": [], "name": "getBlockNumber", "outputs": [{"name": "blockNumber", "type": "uint256"}], "stateMutability": "view", "type": "function"}
] as const;
