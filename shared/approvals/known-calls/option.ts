import { optionAbi } from '../../chain/abi/option.ts';
import { physicalOptionAbi } from '../../chain/abi/physical-option.ts';
import { tokenAmount } from '../../units.ts';
import { functionOf } from './descriptor.ts';
import { type KnownCall, knownCall } from './known-call.ts';

/** Calls of an option contract by its buyer or seller. */
export const optionCalls: readonly KnownCall[] = [
  knownCall(functionOf(optionAbi, 'payout'), (_, { to }) => ({ kind: 'payout', option: to })),
  knownCall(functionOf(physicalOptionAbi, 'exercise'), (_, { to }) => ({
    kind: 'exercise',
    option: to,
  })),
  knownCall(functionOf(physicalOptionAbi, 'doNotExercise'), (_, { to }) => ({
    kind: 'decline exercise',
    option: to,
  })),
  knownCall(functionOf(optionAbi, 'close'), (_, { to }) => ({ kind: 'close', option: to })),
  knownCall(functionOf(optionAbi, 'returnExcessCollateral'), (_, { to }) => ({
    kind: 'return excess collateral',
    option: to,
  })),
  knownCall(functionOf(optionAbi, 'split'), ([collateral], { to }) => ({
    kind: 'split',
    option: to,
    collateral: tokenAmount(collateral),
  })),
  knownCall(functionOf(optionAbi, 'reclaimCollateral'), ([owned], { to }) => ({
    kind: 'reclaim collateral',
    option: to,
    owned,
  })),
  knownCall(functionOf(optionAbi, 'transfer'), ([isBuyer, target], { to }) => ({
    kind: 'transfer option',
    option: to,
    isBuyer,
    target,
  })),
  knownCall(functionOf(optionAbi, 'approveTransfer'), ([isBuyer, target, isAllowed], { to }) => ({
    kind: 'allow option transfer',
    option: to,
    isBuyer,
    target,
    isAllowed,
  })),
];
