import { i18n } from '#i18n';
import { Select } from '../../../ui/Select.tsx';

/** Minutes in which makers can answer. */
const WINDOWS: readonly number[] = [1, 2, 5, 15, 60];
export const FIRST_WINDOW = 2;

/** Lets the user choose for how many minutes makers can answer. */
export function WindowSelect(props: { minutes: number; onMinutes: (minutes: number) => void }) {
  return (
    <Select
      label={i18n.t('quotations.window')}
      options={WINDOWS.map((count) => ({
        value: count,
        text: i18n.t('quotations.windowMinutes', count),
      }))}
      value={props.minutes}
      onPick={props.onMinutes}
    />
  );
}
