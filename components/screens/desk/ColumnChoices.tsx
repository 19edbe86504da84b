import { i18n } from '#i18n';
import { CHAIN_COLUMNS } from '../../../shared/messages/desk-choices.ts';
import { useDeskChoices } from '../../hooks/use-desk-choices.ts';
import { Check } from '../../ui/Check.tsx';

/** Lets the user choose the columns of the chain. A narrow page shows only as many as fit. */
export function ColumnChoices() {
  const { choices, save } = useDeskChoices();
  const { hiddenColumns = [] } = choices;
  return (
    <details className="text-sm open:basis-full">
      <summary className="w-fit cursor-pointer rounded text-xs text-muted">
        {i18n.t('desk.columns')}
      </summary>
      <fieldset aria-label={i18n.t('desk.columns')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {CHAIN_COLUMNS.map((name) => (
          <Check
            key={name}
            isOn={!hiddenColumns.includes(name)}
            onChange={(isOn) =>
              void save.run({
                ...choices,
                hiddenColumns: isOn
                  ? hiddenColumns.filter((one) => one !== name)
                  : [...hiddenColumns, name],
              })
            }
            label={i18n.t(`desk.column.${name}`)}
          />
        ))}
      </fieldset>
      <p className="mt-1 text-xs text-muted">{i18n.t('desk.columnsHint')}</p>
    </details>
  );
}
