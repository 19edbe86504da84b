import { readAbi } from '../read-abi.ts';

/**
 * Permit2's list of allowances. A token's owner allows Permit2 once, and Permit2 stores for each
 * spender an amount and an expiration.
 */
export const permit2Abi = readAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
]);
