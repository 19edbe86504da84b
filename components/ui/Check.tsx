import type { ReactNode } from 'react';

/** Shows a checkbox with a sentence, and a smaller line below if `hint` is given. */
export function Check(props: {
  label: ReactNode;
  hint?: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
  /** Classes of the sentence, such as a tone. */
  className?: string;
}) {
  return (
    <label className={`flex items-start gap-2 text-sm ${props.className ?? ''}`}>
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={props.isOn}
        disabled={props.isDisabled}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>
        {props.label}
        {props.hint === undefined ? null : (
          <span className="block text-xs text-muted">{props.hint}</span>
        )}
      </span>
    </label>
  );
}
