import { optionAbi as abi } from '../../chain/abi/option.ts';
import { physicalOptionAbi } from '../../chain/abi/physical-option.ts';
import * as Type from '../../schema.ts';
import { AddressSchema } from '../types.ts';
import { describedCall, functionOf, on } from './descriptor.ts';
import { address, baseUnits, called, flag, side } from './role.ts';

/** An option contract's calls for its buyer or seller. */
export const OPTION_ACTIONS = [
  describedCall({
    functions: {
      payout: on(functionOf(abi, 'payout')),
      exercise: on(functionOf(physicalOptionAbi, 'exercise')),
      'decline exercise': on(functionOf(physicalOptionAbi, 'doNotExercise')),
      close: on(functionOf(abi, 'close')),
      'return excess collateral': on(functionOf(abi, 'returnExcessCollateral')),
    },
    roles: { option: called },
    checks: ['option'],
  }),
  describedCall({
    functions: { split: on(functionOf(abi, 'split'), { collateral: 'splitCollateralAmount' }) },
    roles: { option: called, collateral: baseUnits },
    checks: ['option'],
  }),
] as const;

/** An option contract's calls that name another address. */
export const OPTION_PARTIES = [
  describedCall({
    functions: {
      'reclaim collateral': on(functionOf(abi, 'reclaimCollateral'), { owned: 'ownedOption' }),
    },
    roles: { option: called, owned: address },
    stored: ['owned'],
    rows: { reclaimedOption: 'owned' },
    checks: ['option'],
  }),
  describedCall({
    functions: { 'transfer option': on(functionOf(abi, 'transfer')) },
    roles: { option: called, isBuyer: side(), target: address },
    stored: ['isBuyer', 'target'],
    rows: { side: 'isBuyer', receiver: 'target' },
    checks: ['option', 'receiver'],
  }),
  describedCall({
    functions: {
      'allow option transfer': on(functionOf(abi, 'approveTransfer'), { isAllowed: 'isApproved' }),
    },
    roles: { option: called, isBuyer: side(), target: address, isAllowed: flag() },
    stored: ['target', 'isAllowed'],
    /** Missing in rows that older versions stored. */
    also: {
      side: Type.Optional(
        Type.Object(
          { option: AddressSchema, isBuyer: Type.Boolean() },
          { additionalProperties: false },
        ),
      ),
    },
    alsoOf: ({ option, isBuyer }) => ({ side: { option, isBuyer } }),
    rows: { side: 'isBuyer', receiver: 'target' },
    checks: ['option', 'receiver'],
  }),
] as const;
