/**
 * Stands for viem's `utils/ccip.js`: answers from servers that a contract names (EIP-3668) are never
 * read. No call has this signature.
 */
export const offchainLookupSignature = undefined;
export const offchainLookupAbiItem = undefined;

export function offchainLookup(): never {
  throw new TypeError('Answers from other servers are not read.');
}

export const ccipRequest = offchainLookup;
