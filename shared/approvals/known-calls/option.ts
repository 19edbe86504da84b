import { parseAbiItem } from 'viem';
import { tokenAmount } from '../../units.ts';
import { type KnownCall, knownCall } from './known-call.ts';

/** What the buyer or seller of an option may do with its contract. */
export const optionCalls: readonly KnownCall[] = [
  knownCall(parseAbiItem('function payout()'), (_, { to }) => ({ kind: 'payout', option: to })),
  knownCall(parseAbiItem('function close()'), (_, { to }) => ({ kind: 'close', option: to })),
  knownCall(parseAbiItem('function returnExcessCollateral()'), (_, { to }) => ({
    kind: 'return excess collateral',
    option: to,
  })),
  knownCall(
    parseAbiItem('function split(uint256 splitCollateralAmount)'),
    ([collateral], { to }) => ({
      kind: 'split',
      option: to,
      collateral: tokenAmount(collateral),
    }),
  ),
  knownCall(parseAbiItem('function reclaimCollateral(address ownedOption)'), ([owned], { to }) => ({
    kind: 'reclaim collateral',
    option: to,
    owned,
  })),
  knownCall(
    parseAbiItem('function transfer(bool isBuyer, address target)'),
    ([isBuyer, target], { to }) => ({ kind: 'transfer option', option: to, isBuyer, target }),
  ),
  knownCall(
    parseAbiItem('function approveTransfer(bool isBuyer, address target, bool isApproved)'),
    ([isBuyer, target, isAllowed], { to }) => ({
      kind: 'allow option transfer',
      option: to,
      isBuyer,
      target,
      isAllowed,
    }),
  ),
];
