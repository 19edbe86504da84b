import { useState } from 'react';
import { i18n } from '#i18n';
import type { EditableAllowance } from '../../shared/approvals/view.ts';
import { exactAmount } from '../../shared/format.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

/** Lets the user allow another amount than the site asks for; the worker puts it into the draft. */
export function AllowanceEditor(props: {
  allowance: EditableAllowance;
  onChange: (amount: string) => Promise<unknown>;
}) {
  const { allowance } = props;
  const [isOpen, setIsOpen] = useState(allowance.isUnlimited);
  const [text, setText] = useState(
    allowance.isUnlimited ? '' : exactAmount(BigInt(allowance.amount), allowance.decimals),
  );
  const units = baseUnits(text, allowance.decimals);
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
          text !== '' && units === undefined ? i18n.t('approvals.thisIsNotAnAmount') : undefined
        }
        hint={i18n.t('approvals.theSiteCanTakeNo')}
      />
      <Button
        kind="quiet"
        disabled={units === undefined}
        onClick={() => void props.onChange(units ?? '0').then(() => setIsOpen(false))}
      >
        {i18n.t('approvals.useThisAmount')}
      </Button>
    </div>
  );
}

/** A typed amount in base units as decimal text; `undefined` for anything that is none. */
function baseUnits(text: string, decimals: number): string | undefined {
  const match = /^(\d{1,60})(?:\.(\d*))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (match === null || fraction.length > decimals) return undefined;
  return (whole + fraction.padEnd(decimals, '0')).replace(/^0+(?=\d)/, '');
}
