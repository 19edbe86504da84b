/** Returns an option implementation's own payoff to its buyer, in base units of the collateral. */
export const simulatePayoutAbi = [
  {"type": "function", "name": "simulatePayout", "inputs": [{"name": "price", "type": "uint256"}, {"name": "strikes", "type": "uint256[]"}, {"name": "numContracts", "type": "uint256"}], "outputs": [{"name": "payout", "type": "uint256"}], "stateMutability": "pure"},
] as const;
