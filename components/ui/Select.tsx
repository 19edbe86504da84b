import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

/** A labelled select field. */
export function Select({
  label,
  isLabelHidden = false,
  children,
  ...rest
}: ComponentProps<'select'> & { label: string; isLabelHidden?: boolean }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1 text-start">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...rest}
          id={id}
          className="min-h-10 w-full appearance-none truncate rounded-xl border border-line bg-surface pe-9 ps-3 text-sm"
        >
          {children}
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
