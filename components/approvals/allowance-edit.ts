import { useState } from 'react';
import type { EditableAllowance } from '../../shared/messages/approval-view.ts';
import { decimalMark } from '../texts/numbers.ts';
import { allowanceText, allowanceUnits } from './allowance-units.ts';

interface Edit {
  readonly text: string;
  /** True once the worker has stored the text; the view shows the new amount a little later. */
  readonly isUsed: boolean;
}

export type AllowanceEdit = ReturnType<typeof useAllowanceEdit>;

/**
 * Returns the state of the allowance field. `isUnused` is true while the text differs from the
 * stored amount; next to Confirm, the text would look like the amount that gets confirmed.
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
