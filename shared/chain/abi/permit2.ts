/**
 * Permit2's list of allowances: a token's owner allows Permit2 once, and Permit2 remembers how much
 * each spender may take until when.
 */
export const permit2Abi = [
  {"type": "function", "name": "allowance", "stateMutability": "view", "inputs": [{"type": "address", "name": "owner"}, {"type": "address", "name": "token"}, {"type": "address", "name": "spender"}], "outputs": [{"type": "uint160", "name": "amount"}, {"type": "uint48", "name": "expiration"}, {"type": "uint48", "name": "nonce"}]},
  {"type": "function", "name": "approve", "stateMutability": "nonpayable", "inputs": [{"type": "address", "name": "token"}, {"type": "address", "name": "spender"}, {"type": "uint160", "name": "amount"}, {"type": "uint48", "name": "expiration"}], "outputs": []},
] as const;
