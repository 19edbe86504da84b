import type { FeeChoice, TransactionDraft } from '../../../shared/approvals/types.ts';
import { isWorse } from './compare-movements.ts';
import { quantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';
import { type SendingConditions, type Simulation, simulate } from './simulate.ts';

/**
 * Returns the values of a fee that contracts can read: `gasleft()`, `tx.gasprice`, `block.basefee`.
 */
export function conditionsOf(fee: FeeChoice): SendingConditions {
  return {
    gas: fee.gas.map(BigInt),
    maxFeePerGas: BigInt(fee.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fee.maxPriorityFeePerGas),
    isLegacy: fee.isLegacy,
  };
}

/**
 * Block values other than the node's. They expose a contract that recognizes a simulation by the
 * node's values.
 */
const OTHER_BLOCK = {
  prevRandao: `0x${'6b'.repeat(32)}`,
  feeRecipient: '0x4200000000000000000000000000000000000011',
};
const LATER_SECONDS = 12;
/** Base fee of the second simulation, in percent of the first simulation's maximum fee. */
const OTHER_BASE_FEE_PERCENT = 45n;

export interface SimulationAsSent {
  readonly simulation: Simulation;
  /** True when the result depends on values that neither the user nor the wallet controls. */
  readonly isUnstable: boolean;
}

/**
 * Simulates transactions with the gas limits and prices that they will have, and again in another
 * plausible block, to expose a contract that behaves well only in simulations.
 * @param first the simulation without limits and prices, which is compared too
 */
export async function simulateAsSent(
  rpc: Rpc,
  account: string,
  drafts: readonly TransactionDraft[],
  { fee, first, now }: { fee: FeeChoice; first: Simulation; now: number },
): Promise<SimulationAsSent> {
  // A node that simulates only calls ignores these values, so repeating shows nothing new.
  if (first.outcome === 'succeeds' && first.gasUsed === undefined) {
    return { simulation: first, isUnstable: false };
  }
  if (first.outcome === 'unknown') return { simulation: first, isUnstable: false };
  const conditions = { ...conditionsOf(fee), at: first.block };
  const block = {
    ...OTHER_BLOCK,
    time: quantity(BigInt(Math.floor(now / 1000) + LATER_SECONDS)),
    baseFeePerGas: quantity((conditions.maxFeePerGas * OTHER_BASE_FEE_PERCENT) / 100n),
  };
  const [asSent, elsewhere] = await Promise.all([
    simulate(rpc, account, drafts, conditions),
    simulate(rpc, account, drafts, { ...conditions, ...(fee.isLegacy ? {} : { block }) }),
  ]);
  if (asSent.outcome === 'unknown') return { simulation: first, isUnstable: false };
  return {
    simulation: asSent,
    isUnstable: differs(first, asSent) || differs(asSent, elsewhere),
  };
}

function differs(one: Simulation, other: Simulation): boolean {
  if (one.outcome === 'unknown' || other.outcome === 'unknown') return false;
  if (one.outcome !== 'succeeds' || other.outcome !== 'succeeds') {
    return one.outcome !== other.outcome;
  }
  return isWorse(one.movements, other.movements) || isWorse(other.movements, one.movements);
}
