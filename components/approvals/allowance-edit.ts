import { useState } from 'react';
import type { EditableAllowance } from '../../shared/approvals/view.ts';
import { decimalMark } from '../ui/numbers.ts';
import { allowanceText, allowanceUnits } from './allowance-units.ts';

interface Edit {
  readonly text: string;
  /** The worker has put it into the draft; the view that says so may still be on its way. */
  readonly isUsed: boolean;
}

export type AllowanceEdit = ReturnType<typeof useAllowanceEdit>;

/**
 * What stands in the field of an allowance. `isUnused` while it is not what the draft holds: such an
 * amount is read beside the button as if it were the one to be confirmed.
 */
export function useAllowanceEdit(allowance: EditableAllowance | undefined) {
  const mark = decimalMark();
  const [edit, setEdit] = useState<Edit | undefined>(
    allowance?.isUnlimited === true ? { text: '', isUsed: false } : undefined,
  );
  if (allowance === undefined || edit === undefined) {
    return {
      isOpen: false,
      isUnused: false,
      text: '',
      units: undefined,
      open: () => {
        if (allowance !== undefined) {
          setEdit({ text: allowanceText(allowance, mark), isUsed: false });
        }
      },
      type: (text: string) => setEdit({ text, isUsed: false }),
      use: () => undefined,
    };
  }
  const { text, isUsed } = edit;
  const units = allowanceUnits(text, allowance.decimals, mark);
  const isTheDraft = units === allowance.amount;
  const isUntouched = text === '' && allowance.isUnlimited;
  return {
    isOpen: !(isUsed && isTheDraft),
    isUnused: !isTheDraft && !isUntouched,
    text,
    units,
    open: () => setEdit({ text: allowanceText(allowance, mark), isUsed: false }),
    type: (next: string) => setEdit({ text: next, isUsed: false }),
    use: () => setEdit((now) => (now?.text === text ? { ...now, isUsed: true } : now)),
  };
}
