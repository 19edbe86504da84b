/** Several calls in one: a contract's own multicalls, and those of Multicall3. */
export const multicallsAbi = {
  multicall: {"inputs": [{"name": "data", "type": "bytes[]"}], "name": "multicall", "outputs": [], "stateMutability": "payable", "type": "function"},
  multicallBefore: {"inputs": [{"name": "deadline", "type": "uint256"}, {"name": "data", "type": "bytes[]"}], "name": "multicall", "outputs": [], "stateMutability": "payable", "type": "function"},
  aggregate3: {"inputs": [{"components": [{"name": "target", "type": "address"}, {"name": "allowFailure", "type": "bool"}, {"name": "callData", "type": "bytes"}], "name": "calls", "type": "tuple[]"}], "name": "aggregate3", "outputs": [], "stateMutability": "payable", "type": "function"},
  aggregate: {"inputs": [{"components": [{"name": "target", "type": "address"}, {"name": "callData", "type": "bytes"}], "name": "calls", "type": "tuple[]"}], "name": "aggregate", "outputs": [], "stateMutability": "payable", "type": "function"},
  tryAggregate: {"inputs": [{"name": "requireSuccess", "type": "bool"}, {"components": [{"name": "target", "type": "address"}, {"name": "callData", "type": "bytes"}], "name": "calls", "type": "tuple[]"}], "name": "tryAggregate", "outputs": [], "stateMutability": "payable", "type": "function"},
} as const;
