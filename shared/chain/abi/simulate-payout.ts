import { readAbi } from '../read-abi.ts';

/** An option implementation's own payoff to the buyer, in base units of the collateral. */
export const simulatePayoutAbi = readAbi([
  'function simulatePayout(uint256 price, uint256[] strikes, uint256 numContracts) pure returns (uint256 payout)',
]);
