/** An option's owners, who they allow to transfer a side, and its creator. */
export const optionSidesAbi = [
  {"type": "function", "name": "buyerAllowance", "stateMutability": "view", "inputs": [{"type": "address", "name": "owner"}, {"type": "address", "name": "spender"}], "outputs": [{"type": "bool"}]},
  {"type": "function", "name": "sellerAllowance", "stateMutability": "view", "inputs": [{"type": "address", "name": "owner"}, {"type": "address", "name": "spender"}], "outputs": [{"type": "bool"}]},
  {"type": "function", "name": "buyer", "stateMutability": "view", "inputs": [], "outputs": [{"type": "address"}]},
  {"type": "function", "name": "seller", "stateMutability": "view", "inputs": [], "outputs": [{"type": "address"}]},
  {"type": "function", "name": "creator", "stateMutability": "view", "inputs": [], "outputs": [{"type": "address"}]},
] as const;
