import { i18n } from '#i18n';
import type { EditableAllowance } from '../../shared/messages/approval-view.ts';
import { useAction } from '../hooks/use-action.ts';
import { amountProblem } from '../texts/amount-problem.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import type { AllowanceEdit } from './allowance-edit.ts';

/**
 * Lets the user allow another amount than the site requested; the worker stores it in the draft.
 */
export function AllowanceEditor(props: {
  allowance: EditableAllowance;
  edit: AllowanceEdit;
  onChange: (amount: string) => Promise<unknown>;
}) {
  const { allowance, edit } = props;
  const { text, units } = edit;
  const change = useAction(async (amount: string) => {
    await props.onChange(amount);
    edit.use();
  });
  if (!edit.isOpen) {
    return (
      <Button kind="plain" className="self-start" onClick={edit.open}>
        {i18n.t('approvals.changeAmount')}
      </Button>
    );
  }
  return (
    <form
      className="flex flex-col gap-2 rounded-xl border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (units !== undefined) void change.run(units);
      }}
    >
      <Field
        label={i18n.t('approvals.allowAtMost', {
          symbol: allowance.symbol ?? i18n.t('meaning.units'),
        })}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => edit.type(event.target.value)}
        problem={
          text === '' || units !== undefined
            ? change.problem
            : amountProblem(text, i18n.t('approvals.notAnAmount'))
        }
        hint={i18n.t('approvals.allowanceHint')}
      />
      <Button type="submit" kind="quiet" disabled={units === undefined || change.isRunning}>
        {i18n.t('approvals.useAmount')}
      </Button>
    </form>
  );
}
