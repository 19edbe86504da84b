import { readAbi } from '../read-abi.ts';

const ORDER = '(address maker, uint256 orderExpiryTimestamp, address collateral, bool isCall, address priceFeed, address implementation, bool isLong, uint256 maxCollateralUsable, uint256[] strikes, uint256 expiry, uint256 price, uint256 numContracts, bytes extraOptionData)';

/** Calls of the order book that the wallet makes, reads or explains, and its errors. */
export const optionBookAbi = readAbi([
  'function amountFilled(uint256) view returns (uint256)',
  'function makerCancellationCutoff(address maker) view returns (uint256)',
  'function fees(address, address) view returns (uint256)',
  'function referrerFeeSplitBps(address) view returns (uint256)',
  'function getValidNumContracts(address implementation, uint256[] strikes, uint256 desiredContracts) view returns ((uint256 validContracts, uint256 collateralRequired) result)',
  `function cancelOrder(${ORDER} order)`,
  `function cancelOrders(${ORDER}[] orders)`,
  'function cancelOrdersExpiringBefore(uint256 cutoffTimestamp)',
  'function claimFees(address token)',
  `function fillOrder(${ORDER} order, bytes signature, address referrer) returns (address optionAddress)`,
  `function swapAndFillOrder(${ORDER} order, bytes signature, address swapRouter, address swapSrcToken, uint256 swapSrcAmount, bytes swapData, address referrer) returns (address optionAddress)`,
  'error InvalidPriceFeedDecimals()',
  'error InvalidShortString()',
  'error PriceFeedStale()',
  'error PriceMustBePositive()',
  'error StringTooLong(string str)',
]);
