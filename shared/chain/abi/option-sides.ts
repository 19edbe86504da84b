import { readAbi } from '../read-abi.ts';

/** Functions about an option's sides: owners, transfer allowances, and the option's creator. */
export const optionSidesAbi = readAbi([
  'function buyerAllowance(address owner, address spender) view returns (bool)',
  'function sellerAllowance(address owner, address spender) view returns (bool)',
  'function buyer() view returns (address)',
  'function seller() view returns (address)',
  'function creator() view returns (address)',
]);
