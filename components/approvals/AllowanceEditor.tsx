import { i18n } from '#i18n';
import type { EditableAllowance } from '../../shared/messages/approval-view.ts';
import { useAction } from '../hooks/use-action.ts';
import { amountProblem } from '../texts/amount-problem.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import type { AllowanceEdit } from './allowance-edit.ts';

/**
 * Lets the user allow a different amount than the site requested. The worker's draft stores the
 * amount.
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
    <Form
      className="gap-2 rounded-xl border border-line p-3"
      action={change}
      isReady={units !== undefined}
      onSubmit={() => units !== undefined && void change.run(units)}
      button={i18n.t('approvals.useAmount')}
      kind="quiet"
    >
      <Field
        label={i18n.t('approvals.allowAtMost', {
          symbol: allowance.symbol ?? i18n.t('meaning.units'),
        })}
        inputMode="decimal"
        value={text}
        onType={(text) => edit.type(text)}
        problem={
          units !== undefined ? undefined : amountProblem(text, i18n.t('approvals.notAnAmount'))
        }
        hint={i18n.t('approvals.allowanceHint')}
      />
    </Form>
  );
}
