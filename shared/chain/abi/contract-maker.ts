import { readAbi } from '../read-abi.ts';

/** Calls of a maker contract about its signers: the book's role check, and EIP-1271. */
export const contractMakerAbi = readAbi([
  'function hasRole(bytes32 role, address account) view returns (bool)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
]);
