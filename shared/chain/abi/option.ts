import { readAbi } from '../read-abi.ts';

/** Calls of an option contract that the wallet makes, reads or explains. */
export const optionAbi = readAbi([
  'function buyer() view returns (address)',
  'function seller() view returns (address)',
  'function collateralToken() view returns (address)',
  'function collateralAmount() view returns (uint256)',
  'function chainlinkPriceFeed() view returns (address)',
  'function expiryTimestamp() view returns (uint256)',
  'function numContracts() view returns (uint256)',
  'function optionSettled() view returns (bool)',
  'function getStrikes() view returns (uint256[])',
  'function getImplementation() view returns (address implementation)',
  'function getSplitFee() view returns (uint256)',
  'function factory() view returns (address)',
  'function packExtraOptionData() view returns (bytes)',
  'function calculateRequiredCollateral(uint256[] strikes, uint256 numContracts) view returns (uint256)',
  'function close()',
  'function payout()',
  'function split(uint256 splitCollateralAmount) payable returns (address)',
  'function transfer(bool isBuyer, address target)',
  'function approveTransfer(bool isBuyer, address target, bool isApproved)',
  'function reclaimCollateral(address ownedOption) payable',
  'function returnExcessCollateral() returns (uint256)',
]);
