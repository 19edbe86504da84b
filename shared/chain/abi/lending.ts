/** The Aave v3 pool. */
export const lendingPoolAbi = [
  {"type": "function", "name": "supply", "stateMutability": "nonpayable", "inputs": [{"type": "address", "name": "asset"}, {"type": "uint256", "name": "amount"}, {"type": "address", "name": "onBehalfOf"}, {"type": "uint16", "name": "referralCode"}], "outputs": []},
  {"type": "function", "name": "withdraw", "stateMutability": "nonpayable", "inputs": [{"type": "address", "name": "asset"}, {"type": "uint256", "name": "amount"}, {"type": "address", "name": "to"}], "outputs": [{"type": "uint256"}]},
  {"type": "function", "name": "getConfiguration", "stateMutability": "view", "inputs": [{"type": "address", "name": "asset"}], "outputs": [{"type": "uint256"}]},
  {"type": "function", "name": "getReserveData", "stateMutability": "view", "inputs": [{"type": "address", "name": "asset"}], "outputs": [{"type": "tuple", "components": [{"type": "uint256", "name": "configuration"}, {"type": "uint128", "name": "liquidityIndex"}, {"type": "uint128", "name": "currentLiquidityRate"}, {"type": "uint128", "name": "variableBorrowIndex"}, {"type": "uint128", "name": "currentVariableBorrowRate"}, {"type": "uint128", "name": "currentStableBorrowRate"}, {"type": "uint40", "name": "lastUpdateTimestamp"}, {"type": "uint16", "name": "id"}, {"type": "address", "name": "aTokenAddress"}, {"type": "address", "name": "stableDebtTokenAddress"}, {"type": "address", "name": "variableDebtTokenAddress"}, {"type": "address", "name": "interestRateStrategyAddress"}, {"type": "uint128", "name": "accruedToTreasury"}, {"type": "uint128", "name": "unbacked"}, {"type": "uint128", "name": "isolationModeTotalDebt"}]}]},
  {"type": "function", "name": "getReserveNormalizedIncome", "stateMutability": "view", "inputs": [{"type": "address", "name": "asset"}], "outputs": [{"type": "uint256"}]},
  {"type": "function", "name": "getVirtualUnderlyingBalance", "stateMutability": "view", "inputs": [{"type": "address", "name": "asset"}], "outputs": [{"type": "uint128"}]},
  {"type": "event", "name": "Supply", "inputs": [{"type": "address", "name": "reserve", "indexed": true}, {"type": "address", "name": "user"}, {"type": "address", "name": "onBehalfOf", "indexed": true}, {"type": "uint256", "name": "amount"}, {"type": "uint16", "name": "referralCode", "indexed": true}]},
  {"type": "event", "name": "Withdraw", "inputs": [{"type": "address", "name": "reserve", "indexed": true}, {"type": "address", "name": "user", "indexed": true}, {"type": "address", "name": "to", "indexed": true}, {"type": "uint256", "name": "amount"}]},
] as const;

/** The pool's receipts. */
export const lendingReceiptAbi = [
  {"type": "function", "name": "UNDERLYING_ASSET_ADDRESS", "stateMutability": "view", "inputs": [], "outputs": [{"type": "address"}]},
  {"type": "function", "name": "POOL", "stateMutability": "view", "inputs": [], "outputs": [{"type": "address"}]},
  {"type": "function", "name": "scaledTotalSupply", "stateMutability": "view", "inputs": [], "outputs": [{"type": "uint256"}]},
  {"type": "event", "name": "Mint", "inputs": [{"type": "address", "name": "caller", "indexed": true}, {"type": "address", "name": "onBehalfOf", "indexed": true}, {"type": "uint256", "name": "value"}, {"type": "uint256", "name": "balanceIncrease"}, {"type": "uint256", "name": "index"}]},
] as const;
