import { useState } from 'react';
import type { FeeOption } from '../../shared/messages/approval-view.ts';

/** The gas limit of an estimate is at least 120 % of the used gas. */
const MARGIN = [6n, 5n] as const;

/**
 * Returns whether the network still accepts a transaction with the shown fee. Its price must cover
 * the next block's minimum (`least`, wei per gas), its gas limits the current use, and its data fee
 * the current data fee.
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

/** Returns true when every shown fee suffices for a new estimate of the same transactions. */
export function coverAll(shown: readonly FeeOption[], now: readonly FeeOption[]): boolean {
  const nowOf = (preset: string) => now.find((one) => one.preset === preset);
  return shown.every((one) => {
    const found = nowOf(one.preset) ?? nowOf('normal');
    return found !== undefined && stillCovers(one, found);
  });
}

/**
 * Keeps the shown fees until the network requires a higher fee, because the user agrees to the fees
 * on the screen. `changes` counts the changes for the same request (`mark`).
 */
export function useShownFees({ mark, fees }: { mark: string; fees: readonly FeeOption[] }) {
  const [shown, setShown] = useState({ mark, fees, changes: 0 });
  // Without an estimate the user can't confirm, so the last fees stay.
  if (fees.length === 0) return { fees, changes: shown.changes };
  const isFirst = shown.fees.length === 0 || shown.mark !== mark;
  if (!isFirst && coverAll(shown.fees, fees)) return shown;
  const next = { mark, fees, changes: isFirst ? shown.changes : shown.changes + 1 };
  setShown(next);
  return next;
}
