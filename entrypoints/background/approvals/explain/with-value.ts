import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { coinMove } from './asset-moves.ts';

/**
 * Adds the coin that is sent along. For an unknown call, sending this coin is the only certain
 * effect.
 */
export function withValue(
  meaning: CallMeaning,
  understanding: Understanding,
  draft: TransactionDraft,
  coin: string,
): CallMeaning {
  const value = BigInt(draft.value);
  // The facts of these kinds already include the coin.
  if (value === 0n || understanding.kind === 'send' || understanding.kind === 'wrap')
    return meaning;
  const along = { wei: value.toString(), coin };
  if (meaning.charge === along.wei) {
    const leaves = [coinMove(value, { coin }, { code: 'contractFee' }), ...meaning.leaves];
    return { ...meaning, along, leaves };
  }
  return {
    ...meaning,
    along,
    leaves: [coinMove(value, { coin }, { code: 'withTheCall' }), ...meaning.leaves],
    dangers: [...meaning.dangers, { code: 'sendsCoin', amount: along }],
  };
}
