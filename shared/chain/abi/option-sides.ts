import { readAbi } from '../read-abi.ts';

/** An option's owners, who they allow to transfer a side, and its creator. */
export const optionSidesAbi = readAbi([
  'function buyerAllowance(address owner, address spender) view returns (bool)',
  'function sellerAllowance(address owner, address spender) view returns (bool)',
  'function buyer() view returns (address)',
  'function seller() view returns (address)',
  'function creator() view returns (address)',
]);
