/** The delegator's functions that Condor calls; modes are those of ERC-7579. */
export const delegatorAbi = [
  {"type": "function", "name": "execute", "stateMutability": "payable", "inputs": [{"type": "bytes32", "name": "mode"}, {"type": "bytes", "name": "executionCalldata"}], "outputs": []},
] as const;
