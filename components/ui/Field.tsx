import { type ComponentProps, useId } from 'react';

/** A labelled input with a hint or a problem under it. */
export function Field({
  label,
  hint,
  problem,
  ...rest
}: ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
}) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="flex flex-col gap-1 text-start">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className="min-h-10 rounded-xl border border-line bg-surface px-3 text-sm placeholder:text-muted/70 aria-invalid:border-bad"
      />
      {note === undefined ? null : (
        <p id={`${id}-note`} className={`text-xs ${problem ? 'text-bad' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
