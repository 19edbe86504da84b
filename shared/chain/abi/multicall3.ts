/** The only call of Multicall3 that the wallet makes. */
export const multicall3Abi = [
  {"inputs": [{"name": "calls", "type": "tuple[]", "components": [{"name": "target", "type": "address"}, {"name": "allowFailure", "type": "bool"}, {"name": "callData", "type": "bytes"}]}], "name": "aggregate3", "outputs": [{"name": "returnData", "type": "tuple[]", "components": [{"name": "success", "type": "bool"}, {"name": "returnData", "type": "bytes"}]}], "stateMutability": "payable", "type": "function"}
] as const;
