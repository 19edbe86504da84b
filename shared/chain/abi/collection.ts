import { readAbi } from '../read-abi.ts';

/** Read functions of ERC-721 and ERC-1155 collections. */
export const collectionAbi = readAbi([
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address owner) view returns (uint256)',
  'function symbol() view returns (string)',
]);

/**
 * Function of ERC-721 only. ERC-20's `approve` has the same signature, but its number is an amount.
 */
export const itemAbi = readAbi([
  'function approve(address to, uint256 tokenId)',
]);
