/** Calls that identify an order book: its domain, and an order's hash and nonce. */
export const bookIdentityAbi = [
  {"type": "function", "name": "hashOrder", "inputs": [{"name": "order", "type": "tuple", "components": [{"name": "maker", "type": "address"}, {"name": "orderExpiryTimestamp", "type": "uint256"}, {"name": "collateral", "type": "address"}, {"name": "isCall", "type": "bool"}, {"name": "priceFeed", "type": "address"}, {"name": "implementation", "type": "address"}, {"name": "isLong", "type": "bool"}, {"name": "maxCollateralUsable", "type": "uint256"}, {"name": "strikes", "type": "uint256[]"}, {"name": "expiry", "type": "uint256"}, {"name": "price", "type": "uint256"}, {"name": "numContracts", "type": "uint256"}, {"name": "extraOptionData", "type": "bytes"}]}], "outputs": [{"name": "", "type": "bytes32"}], "stateMutability": "view"},
  {"type": "function", "name": "computeNonce", "inputs": [{"name": "order", "type": "tuple", "components": [{"name": "maker", "type": "address"}, {"name": "orderExpiryTimestamp", "type": "uint256"}, {"name": "collateral", "type": "address"}, {"name": "isCall", "type": "bool"}, {"name": "priceFeed", "type": "address"}, {"name": "implementation", "type": "address"}, {"name": "isLong", "type": "bool"}, {"name": "maxCollateralUsable", "type": "uint256"}, {"name": "strikes", "type": "uint256[]"}, {"name": "expiry", "type": "uint256"}, {"name": "price", "type": "uint256"}, {"name": "numContracts", "type": "uint256"}, {"name": "extraOptionData", "type": "bytes"}]}], "outputs": [{"name": "", "type": "uint256"}], "stateMutability": "pure"},
  {"type": "function", "name": "amountFilled", "inputs": [{"name": "", "type": "uint256"}], "outputs": [{"name": "", "type": "uint256"}], "stateMutability": "view"},
] as const;

/** Facts that an option implementation reports about itself, without a clone. */
export const implementationAbi = [
  {"type": "function", "name": "calculateRequiredCollateral", "inputs": [{"name": "strikes", "type": "uint256[]"}, {"name": "numContracts", "type": "uint256"}], "outputs": [{"name": "", "type": "uint256"}], "stateMutability": "view"},
] as const;
