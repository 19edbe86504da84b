import { readAbi } from '../read-abi.ts';

/**
 * Functions that only physically settled options have: `PhysicallySettledCallOption` in the
 * protocol's public SDK (src/abis/loan.ts). The wallet checks each option for them.
 */
export const physicalOptionAbi = readAbi([
  'function deliveryCollateral() view returns (address)',
  'function calculateDeliveryAmount() view returns (uint256)',
  'function EXERCISE_WINDOW() view returns (uint256)',
  'function exercise()',
  'function doNotExercise()',
]);
