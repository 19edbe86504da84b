import { readAbiItem } from '../read-abi.ts';

/**
 * Calls of tokens beyond ERC-20: EIP-2612, ERC-721, ERC-1155, wrapped Ether, and the widespread
 * `increaseAllowance`.
 */
export const tokenCallsAbi = {
  increaseAllowance: readAbiItem('function increaseAllowance(address spender, uint256 addedValue)'),
  permit: readAbiItem('function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)'),
  setApprovalForAll: readAbiItem('function setApprovalForAll(address operator, bool approved)'),
  transferItem: readAbiItem('function safeTransferFrom(address from, address to, uint256 tokenId)'),
  transferItemWithData: readAbiItem('function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)'),
  transferItems: readAbiItem('function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)'),
  deposit: readAbiItem('function deposit() payable'),
  withdraw: readAbiItem('function withdraw(uint256 amount)'),
} as const;
