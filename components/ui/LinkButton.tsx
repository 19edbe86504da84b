import type { ComponentProps } from 'react';

/** Shows a button that looks like a link, for use within a text. */
export function LinkButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={`text-start font-semibold underline disabled:opacity-45 ${className}`}
    />
  );
}
