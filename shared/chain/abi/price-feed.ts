const ROUND = [
  { name: 'roundId', type: 'uint80' },
  { name: 'answer', type: 'int256' },
  { name: 'startedAt', type: 'uint256' },
  { name: 'updatedAt', type: 'uint256' },
  { name: 'answeredInRound', type: 'uint80' },
] as const;

/** Oracle of an asset's dollar price; all oracles of the protocol have 8 decimals. */
export const priceFeedAbi = [
  {
    type: 'function',
    name: 'latestRoundData',
    inputs: [],
    outputs: ROUND,
    stateMutability: 'view',
  },
  {
    type: 'function',
    name: 'getRoundData',
    inputs: [{ name: 'roundId', type: 'uint80' }],
    outputs: ROUND,
    stateMutability: 'view',
  },
] as const;
