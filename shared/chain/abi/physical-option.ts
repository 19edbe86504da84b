import { readAbi } from '../read-abi.ts';

/**
 * Calls that only physically settled options have: `PhysicallySettledCallOption` of the protocol's
 * public SDK (src/abis/loan.ts). The wallet asks each option whether it has them.
 */
export const physicalOptionAbi = readAbi([
  'function deliveryCollateral() view returns (address)',
  'function calculateDeliveryAmount() view returns (uint256)',
  'function EXERCISE_WINDOW() view returns (uint256)',
  'function exercise()',
  'function doNotExercise()',
]);
