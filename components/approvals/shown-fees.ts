import { useState } from 'react';
import type { FeeOption } from '../../shared/approvals/view.ts';

/** An estimate's gas limit stands at least this far above what the calls take: 120 %. */
const MARGIN = [6n, 5n] as const;

/**
 * Whether the network would still take a transaction for the fee that was shown: its price covers
 * what the next block asks for (`least`, wei a gas), its gas limits what the calls take by now, and its
 * data fee what posting the data costs by now.
 */
function stillCovers(shown: FeeOption, now: FeeOption): boolean {
  const { gas, maxFeePerGas, dataFee = '0x0' } = shown.choice;
  return (
    BigInt(maxFeePerGas) >= BigInt(now.least) &&
    BigInt(dataFee) >= BigInt(now.leastDataFee) &&
    gas.length === now.choice.gas.length &&
    gas.every((limit, i) => BigInt(limit) * MARGIN[0] >= BigInt(now.choice.gas[i] ?? 0) * MARGIN[1])
  );
}

/** Whether each of the fees that were shown is still enough, by a new estimate of the same. */
export function coverAll(shown: readonly FeeOption[], now: readonly FeeOption[]): boolean {
  const nowOf = (preset: string) => now.find((one) => one.preset === preset);
  return shown.every((one) => {
    const found = nowOf(one.preset) ?? nowOf('normal');
    return found !== undefined && stillCovers(one, found);
  });
}

/**
 * The fees that the user sees stay as they are, whatever the network says every few seconds, until it
 * needs more than one of them: what is agreed to is what was read. `changes` counts how often they
 * had to be shown anew for the same request (`mark`).
 */
export function useShownFees({ mark, fees }: { mark: string; fees: readonly FeeOption[] }) {
  const [shown, setShown] = useState({ mark, fees, changes: 0 });
  // While nothing can be estimated there is nothing to agree to; what was read is kept in mind.
  if (fees.length === 0) return { fees, changes: shown.changes };
  const isFirst = shown.fees.length === 0 || shown.mark !== mark;
  if (!isFirst && coverAll(shown.fees, fees)) return shown;
  const next = { mark, fees, changes: isFirst ? shown.changes : shown.changes + 1 };
  setShown(next);
  return next;
}
