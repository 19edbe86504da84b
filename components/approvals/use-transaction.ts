import { useState } from 'react';
import type { FeeChoice, FeePreset } from '../../shared/approvals/types.ts';
import type { FeeOption, TransactionView } from '../../shared/messages/approval-view.ts';
import { describeCost } from '../texts/describe-fees.ts';
import { useAllowanceEdit } from './allowance-edit.ts';
import { describeTransaction } from './describe-transaction.ts';
import { useShownFees } from './shown-fees.ts';

/** Returns a transaction's description, the chosen fee and nonce, and the allowance field. */
export function useTransaction(view: TransactionView, onSend: (fee: FeeChoice) => void) {
  const [preset, setPreset] = useState<FeePreset>('normal');
  const [nonce, setNonce] = useState<number>();
  const { fees, changes } = useShownFees(view);
  const { steps, refusal, danger } = describeTransaction(view);
  const option = fees.find((one) => one.preset === preset) ?? fees.find(isNormal);
  const fee = option?.choice;
  const only = steps.length === 1 ? steps[0] : undefined;
  const allowance = view.origin === undefined ? undefined : only?.allowance;
  return {
    ...{ steps, refusal, danger, only, allowance, fees, option, nonce, setPreset, setNonce },
    preset: option?.preset ?? preset,
    cost: option === undefined ? undefined : describeCost(option, view.coin),
    /** Number of times that the shown fees changed. */
    changes,
    edit: useAllowanceEdit(allowance),
    /** Undefined when the transaction can't be sent. */
    send:
      refusal === undefined && fee !== undefined
        ? () => onSend(nonce === undefined ? fee : { ...fee, nonce })
        : undefined,
  };
}

function isNormal({ preset }: FeeOption): boolean {
  return preset === 'normal';
}
