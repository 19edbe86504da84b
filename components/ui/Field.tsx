import { type ComponentProps, useId } from 'react';

/**
 * Shows a labelled input, with a hint or a problem below. The problem of a controlled input appears
 * only once the user has typed something, unless the input is required (`isNeeded`).
 */
export function Field({
  label,
  hint,
  problem,
  onType,
  isNeeded = false,
  ...rest
}: ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** True to show the problem of an empty input too. */
  isNeeded?: boolean;
  /** Called with the whole text after each change. */
  onType?: (text: string) => void;
}) {
  const id = useId();
  const isBlank = typeof rest.value === 'string' && rest.value.trim() === '';
  const shown = isBlank && !isNeeded ? undefined : problem;
  const note = shown ?? hint;
  return (
    <div className="flex flex-col gap-1 text-start">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        autoComplete="off"
        spellCheck={false}
        {...(onType && { onChange: ({ target }) => onType(target.value) })}
        {...rest}
        id={id}
        aria-invalid={shown !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className="min-h-10 rounded-xl border border-line bg-surface px-3 text-sm placeholder:text-muted/70 aria-invalid:border-bad"
      />
      {note === undefined ? null : (
        <p id={`${id}-note`} className={`text-xs ${shown ? 'text-bad' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
