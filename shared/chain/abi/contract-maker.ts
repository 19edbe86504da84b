/** Calls of a maker contract about its signers: the book's role check, and EIP-1271. */
export const contractMakerAbi = [
  {"type": "function", "name": "hasRole", "inputs": [{"name": "role", "type": "bytes32"}, {"name": "account", "type": "address"}], "outputs": [{"name": "", "type": "bool"}], "stateMutability": "view"},
  {"type": "function", "name": "isValidSignature", "inputs": [{"name": "hash", "type": "bytes32"}, {"name": "signature", "type": "bytes"}], "outputs": [{"name": "", "type": "bytes4"}], "stateMutability": "view"},
] as const;
