import { readAbi } from '../read-abi.ts';

/** Oracle of an asset's price in dollars. All oracles of the protocol have 8 decimals. */
export const priceFeedAbi = readAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function getRoundData(uint80 roundId) view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);
