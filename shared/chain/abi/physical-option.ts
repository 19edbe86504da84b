/**
 * Calls that only physically settled options have: `PhysicallySettledCallOption` of the protocol's
 * public SDK (src/abis/loan.ts). The wallet asks each option whether it has them.
 */
export const physicalOptionAbi = [
  {"type": "function", "name": "deliveryCollateral", "inputs": [], "outputs": [{"name": "", "type": "address"}], "stateMutability": "view"},
  {"type": "function", "name": "calculateDeliveryAmount", "inputs": [], "outputs": [{"name": "", "type": "uint256"}], "stateMutability": "view"},
  {"type": "function", "name": "EXERCISE_WINDOW", "inputs": [], "outputs": [{"name": "", "type": "uint256"}], "stateMutability": "view"},
  {"type": "function", "name": "exercise", "inputs": [], "outputs": [], "stateMutability": "nonpayable"},
  {"type": "function", "name": "doNotExercise", "inputs": [], "outputs": [], "stateMutability": "nonpayable"},
] as const;
