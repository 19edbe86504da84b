import { i18n } from '#i18n';
import { Select } from '../../../ui/Select.tsx';

/** Minutes in which makers can answer. */
const WINDOWS = [1, 2, 5, 15, 60] as const;
export const FIRST_WINDOW = 2;

/** Chooses for how many minutes makers can answer. */
export function WindowSelect(props: { minutes: number; onMinutes: (minutes: number) => void }) {
  return (
    <Select
      label={i18n.t('quotations.window')}
      value={props.minutes}
      onChange={(event) => props.onMinutes(Number(event.target.value))}
    >
      {WINDOWS.map((count) => (
        <option key={count} value={count}>
          {i18n.t('quotations.windowMinutes', count)}
        </option>
      ))}
    </Select>
  );
}
