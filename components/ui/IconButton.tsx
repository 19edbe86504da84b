import type { ComponentProps } from 'react';

/** Shows a button that has only an icon, and a name for screen readers and on hover. */
export function IconButton({
  label,
  className = '',
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`shrink-0 rounded-xl p-2 text-muted hover:bg-raised hover:text-ink ${className}`}
    />
  );
}
