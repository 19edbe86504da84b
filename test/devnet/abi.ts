import { parseAbi } from 'viem';

export const devnetTokenAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function setBlacklisted(address account, bool listed)',
]);

export const devnetFeedAbi = parseAbi([
  'function setPrice(int256 price)',
  'function freezeAt(uint256 timestamp)',
  'function setExtraDecimals(uint8 extra)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
]);

export const devnetFactoryAbi = parseAbi([
  'function setAuthorizedRouter(address router, bool isAuthorized)',
  'function setOptionBook(address book)',
  'function setMaxRfqValue(uint256 value)',
  'function setBehaviour((bool refusesBookOptions, bool allowsSameParty, bool keepsSellerCollateral, bool refusesCancelWithWinner, bool endsLimitOrders, bool endsAsSettled, string name, string version) next)',
]);

export const testRouterAbi = parseAbi([
  'function swap(address from, uint256 amountIn, address to, uint256 amountOut)',
]);

export const contractMakerAbi = parseAbi([
  'function approve(address token, address spender, uint256 amount)',
]);

export const devnetPoolAbi = parseAbi([
  'function setInterest(address asset, uint256 index, uint256 rate)',
  'function setConfiguration(address asset, uint256 configuration)',
  'error InvalidAmount()',
  'error ReserveFrozen()',
  'error ReservePaused()',
  'error SupplyCapExceeded()',
]);

export const devnetReceiptAbi = parseAbi([
  'function scaledBalanceOf(address owner) view returns (uint256)',
  'function lendOut(address to, uint256 amount)',
]);
