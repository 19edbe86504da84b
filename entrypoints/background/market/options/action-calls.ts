import { type Address, encodeFunctionData, type Hex } from 'viem';
import { optionAbi } from '../../../../shared/chain/abi/option.ts';
import { physicalOptionAbi } from '../../../../shared/chain/abi/physical-option.ts';

const FUNCTIONS = {
  payout: 'payout',
  close: 'close',
  returnExcess: 'returnExcessCollateral',
} as const;
const PHYSICAL_FUNCTIONS = { exercise: 'exercise', decline: 'doNotExercise' } as const;

/** Actions whose function takes no arguments. */
export type PlainAction = keyof typeof FUNCTIONS | keyof typeof PHYSICAL_FUNCTIONS;

/** Returns the data of an action's call to its option contract. */
export function plainCall(action: PlainAction): Hex {
  return action === 'exercise' || action === 'decline'
    ? encodeFunctionData({ abi: physicalOptionAbi, functionName: PHYSICAL_FUNCTIONS[action] })
    : encodeFunctionData({ abi: optionAbi, functionName: FUNCTIONS[action] });
}

/** Returns the data of a call that transfers the buyer's or the seller's side. */
export function transferCall(isBuyer: boolean, to: Address): Hex {
  return encodeFunctionData({ abi: optionAbi, functionName: 'transfer', args: [isBuyer, to] });
}

/**
 * Returns the data of a call that moves collateral (base units), and the contracts backed by it,
 * into a new option.
 */
export function splitCall(collateral: bigint): Hex {
  return encodeFunctionData({ abi: optionAbi, functionName: 'split', args: [collateral] });
}

/** Returns true for the data of a split of any size. */
export const isSplitCall = (data: Hex): boolean => data.startsWith(splitCall(0n).slice(0, 10));
