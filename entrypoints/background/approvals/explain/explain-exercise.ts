import type { Address } from 'viem';
import { amountFact } from '../../../../shared/approvals/facts/amounts.ts';
import type { DangerFact } from '../../../../shared/approvals/facts/dangers.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { optionAbi } from '../../../../shared/chain/abi/option.ts';
import { physicalOptionAbi } from '../../../../shared/chain/abi/physical-option.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { exerciseGain } from '../../../../shared/positions/exercise-gain.ts';
import type { Price8 } from '../../../../shared/units.ts';
import { multicall } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { tokenMove } from './asset-moves.ts';

export type ExerciseCall = Extract<Understanding, { kind: 'exercise' | 'decline exercise' }>;

export interface ExerciseDeps {
  readonly rpc: Rpc;
  readonly context: ChainContext;
  /** The wallet's own price of an asset in dollars. */
  readonly spotOf: (asset: string) => Price8 | undefined;
  /** Reads the spot prices if they are old, within a time limit. Never rejects. */
  readonly refreshSpots?: () => Promise<void>;
}

type ExerciseMeaning = Pick<CallMeaning, 'rows' | 'dangers' | 'leaves' | 'arrives'>;

/** Explains an exercise with its payment, its deadline and its loss, or refuses it. */
export async function explainExercise(
  found: ExerciseCall,
  deps: ExerciseDeps,
): Promise<ExerciseMeaning> {
  const { context } = deps;
  const isExercise = found.kind === 'exercise';
  const [read] = await Promise.all([
    readExercise(deps.rpc, found.option).catch(() => undefined),
    deps.refreshSpots?.(),
  ]);
  if (read === undefined)
    return { rows: [], leaves: [], arrives: [], dangers: dangersOf(isExercise, undefined) };
  const { delivered, received, until, seller } = read;
  return {
    rows: [
      {
        label: isExercise ? 'youDeliver' : 'notDelivered',
        value: { kind: 'amount', amount: amountFact(delivered, context), isWhole: true },
      },
      { label: 'seller', value: { kind: 'address', address: seller, isShort: true } },
      { label: 'exerciseUntil', value: { kind: 'time', at: until } },
    ],
    leaves: isExercise ? [tokenMove(delivered.token, delivered.amount, context)] : [],
    arrives: isExercise ? [tokenMove(received.token, received.amount, context)] : [],
    dangers: dangersOf(isExercise, exerciseGain(read, { ...deps, tokenAt: context.tokenAt })),
  };
}

async function readExercise(rpc: Rpc, option: Address) {
  const physical = { address: option, abi: physicalOptionAbi } as const;
  const contract = { address: option, abi: optionAbi } as const;
  const [token, amount, window, expiry, seller, collateral, held] = await multicall(rpc, {
    allowFailure: false,
    contracts: [
      { ...physical, functionName: 'deliveryCollateral' },
      { ...physical, functionName: 'calculateDeliveryAmount' },
      { ...physical, functionName: 'EXERCISE_WINDOW' },
      { ...contract, functionName: 'expiryTimestamp' },
      { ...contract, functionName: 'seller' },
      { ...contract, functionName: 'collateralToken' },
      { ...contract, functionName: 'collateralAmount' },
    ],
  });
  return {
    delivered: { token, amount },
    received: { token: collateral, amount: held },
    until: Number(expiry + window),
    seller,
  };
}

function dangersOf(isExercise: boolean, gain: bigint | undefined): readonly DangerFact[] {
  if (!isExercise) return gain === undefined || gain > 0n ? [{ code: 'declinesExercise' }] : [];
  if (gain === undefined) return [{ code: 'exerciseUnpriced' }];
  return gain < 0n ? [{ code: 'exerciseAtALoss' }] : [];
}
