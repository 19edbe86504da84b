import { useState } from 'react';
import { i18n } from '#i18n';
import type { EditableAllowance } from '../../shared/approvals/view.ts';
import { useAction } from '../hooks/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { decimalMark } from '../ui/numbers.ts';
import { allowanceText, allowanceUnits } from './allowance-units.ts';

/** Lets the user allow another amount than the site asks for; the worker puts it into the draft. */
export function AllowanceEditor(props: {
  allowance: EditableAllowance;
  onChange: (amount: string) => Promise<unknown>;
}) {
  const { allowance } = props;
  const [isOpen, setIsOpen] = useState(allowance.isUnlimited);
  const mark = decimalMark();
  const [text, setText] = useState(allowanceText(allowance, mark));
  const units = allowanceUnits(text, allowance.decimals, mark);
  const change = useAction(async (amount: string) => {
    await props.onChange(amount);
    setIsOpen(false);
  });
  if (!isOpen) {
    return (
      <Button kind="plain" className="self-start" onClick={() => setIsOpen(true)}>
        {i18n.t('approvals.changeTheAmount')}
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-2 rounded-xl border border-line p-3">
      <Field
        label={i18n.t('approvals.allowAtMost', { symbol: allowance.symbol })}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        problem={
          text !== '' && units === undefined
            ? i18n.t('approvals.thisIsNotAnAmount')
            : change.problem
        }
        hint={i18n.t('approvals.theSiteCanTakeNo')}
      />
      <Button
        kind="quiet"
        disabled={units === undefined}
        onClick={() => void change.run(units ?? '0')}
      >
        {i18n.t('approvals.useThisAmount')}
      </Button>
    </div>
  );
}
