/** Reads of ERC-721 and ERC-1155 collections. */
export const collectionAbi = [
  {"type": "function", "name": "isApprovedForAll", "stateMutability": "view", "inputs": [{"type": "address", "name": "owner"}, {"type": "address", "name": "operator"}], "outputs": [{"type": "bool"}]},
  {"type": "function", "name": "getApproved", "stateMutability": "view", "inputs": [{"type": "uint256", "name": "tokenId"}], "outputs": [{"type": "address"}]},
  {"type": "function", "name": "ownerOf", "stateMutability": "view", "inputs": [{"type": "uint256", "name": "tokenId"}], "outputs": [{"type": "address"}]},
  {"type": "function", "name": "balanceOf", "stateMutability": "view", "inputs": [{"type": "address", "name": "owner"}], "outputs": [{"type": "uint256"}]},
  {"type": "function", "name": "symbol", "stateMutability": "view", "inputs": [], "outputs": [{"type": "string"}]},
] as const;

/** ERC-721's own; the token's `approve` has the same text with an amount. */
export const itemAbi = [
  {"type": "function", "name": "approve", "stateMutability": "nonpayable", "inputs": [{"type": "address", "name": "to"}, {"type": "uint256", "name": "tokenId"}], "outputs": []},
] as const;
