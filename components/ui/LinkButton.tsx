import type { ComponentProps } from 'react';

/** A button within a text that looks like a link. */
export function LinkButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={`text-start font-semibold underline disabled:opacity-45 ${className}`}
    />
  );
}
