import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

interface Option<Value> {
  readonly value: Value;
  readonly text: string;
  /** Heading that neighbouring options with the same `group` share. */
  readonly group?: string | undefined;
}

export function Select<Value extends string | number>(props: {
  label: string;
  isLabelHidden?: boolean;
  options: readonly Option<Value>[];
  value: Value | undefined;
  onPick: (value: Value) => void;
}) {
  const { label, options } = props;
  const id = useId();
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <div className="flex flex-col gap-1 text-start">
      <label htmlFor={id} className={props.isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={props.value}
          onChange={({ target }) => {
            const picked = options.find(({ value }) => String(value) === target.value);
            if (picked !== undefined) props.onPick(picked.value);
          }}
          className="min-h-10 w-full appearance-none truncate rounded-xl border border-line bg-surface pe-9 ps-3 text-sm"
        >
          {groups.map((group) => {
            const shown = options
              .filter((option) => option.group === group)
              .map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ));
            return group === undefined ? (
              shown
            ) : (
              <optgroup key={group} label={group}>
                {shown}
              </optgroup>
            );
          })}
        </select>
        <ChevronDown
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 end-3 -translate-y-1/2 text-muted"
        />
      </div>
    </div>
  );
}
