import { useState } from 'react';
import type { FeeOption } from '../../shared/messages/approval-view.ts';

/** An estimate's gas limit is at least this far above the used gas: 120 %. */
const MARGIN = [6n, 5n] as const;

/**
 * Returns whether the network still accepts a transaction for the shown fee: its price covers the
 * next block's minimum (`least`, wei per gas), its gas limits cover the current use, and its data
 * fee covers the current one.
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

/** Returns whether each shown fee is still enough, by a new estimate of the same transactions. */
export function coverAll(shown: readonly FeeOption[], now: readonly FeeOption[]): boolean {
  const nowOf = (preset: string) => now.find((one) => one.preset === preset);
  return shown.every((one) => {
    const found = nowOf(one.preset) ?? nowOf('normal');
    return found !== undefined && stillCovers(one, found);
  });
}

/**
 * Keeps the shown fees stable until one of them is below what the network requires: the user agrees
 * to what is on the screen. `changes` counts how often they changed for the same request (`mark`).
 */
export function useShownFees({ mark, fees }: { mark: string; fees: readonly FeeOption[] }) {
  const [shown, setShown] = useState({ mark, fees, changes: 0 });
  // Without an estimate nothing can be confirmed; the last fees are kept.
  if (fees.length === 0) return { fees, changes: shown.changes };
  const isFirst = shown.fees.length === 0 || shown.mark !== mark;
  if (!isFirst && coverAll(shown.fees, fees)) return shown;
  const next = { mark, fees, changes: isFirst ? shown.changes : shown.changes + 1 };
  setShown(next);
  return next;
}
