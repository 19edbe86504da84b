import { useState } from 'react';
import { i18n } from '#i18n';
import { isNumber } from '../../../shared/parse-amount.ts';
import { useDeskChoices } from '../../hooks/use-desk-choices.ts';
import { decimalMark } from '../../texts/numbers.ts';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Select } from '../../ui/Select.tsx';
import { kindOf, type SizeKind, sizeFrom, typedOf } from './default-size-entry.ts';

const SIZES: readonly SizeKind[] = ['one', 'contracts', 'premium', 'loss', 'share'];

const UNITS = {
  contracts: 'desk.sizeInContracts',
  premium: 'desk.sizeInDollars',
  loss: 'desk.sizeInDollars',
  share: 'desk.sizeInPercent',
} as const;

/** Lets the user set the default size of the desk's tickets. */
export function TicketSize() {
  const { size } = useDeskChoices().choices;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="text-sm open:basis-full"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="w-fit cursor-pointer rounded text-xs text-muted">
        {i18n.t(size === undefined ? 'desk.defaultSize' : 'desk.defaultSizeSet')}
      </summary>
      {isOpen ? <DefaultSizeForm /> : null}
    </details>
  );
}

function DefaultSizeForm() {
  const { choices, save } = useDeskChoices();
  const mark = decimalMark();
  const [kind, setKind] = useState<SizeKind>(kindOf(choices.size));
  const [typed, setTyped] = useState(typedOf(choices.size, mark));
  const size = kind === 'one' ? undefined : sizeFrom(kind, typed, mark);
  const isWrong = kind !== 'one' && size === undefined;
  const isSaved =
    kind === kindOf(choices.size) && typedOf(size, mark) === typedOf(choices.size, mark);
  return (
    <Form
      className="mt-2 gap-2"
      testId="default-size"
      action={save}
      isReady={!isWrong && !isSaved}
      onSubmit={() => {
        const { size: _, ...others } = choices;
        void save.run(size === undefined ? others : { ...others, size });
      }}
      button={i18n.t('desk.saveSize')}
      kind="quiet"
    >
      <div className="flex flex-wrap items-end gap-2 *:min-w-40 *:flex-1">
        <Select
          label={i18n.t('desk.sizeOf')}
          options={SIZES.map((value) => ({ value, text: i18n.t(`desk.size.${value}`) }))}
          value={kind}
          onPick={(chosen) => {
            setKind(chosen);
            setTyped('');
          }}
        />
        {kind === 'one' ? null : (
          <Field
            label={i18n.t(UNITS[kind])}
            inputMode="decimal"
            value={typed}
            onType={setTyped}
            problem={isWrong ? i18n.t(problemOf(kind, isNumber(typed, mark))) : undefined}
          />
        )}
      </div>
      <p className="text-xs text-pretty text-muted">{i18n.t('desk.sizeHint')}</p>
      <span role="status" className="text-xs text-muted empty:hidden">
        {save.isDone && isSaved ? i18n.t('desk.sizeSaved') : ''}
      </span>
    </Form>
  );
}

function problemOf(kind: SizeKind, isReadable: boolean) {
  if (!isReadable) return 'ticket.noNumber';
  return kind === 'share' ? 'desk.sizeNeedsPercent' : 'desk.sizeNeedsNumber';
}
