import type { ComponentProps } from 'react';

const KINDS = {
  primary: 'bg-accent text-accent-ink hover:brightness-110',
  quiet: 'bg-raised text-ink hover:bg-line',
  danger: 'bg-bad text-surface hover:brightness-110',
  plain: 'text-accent hover:bg-accent-soft',
  muted: 'text-muted hover:bg-raised',
} as const;

export type ButtonProps = ComponentProps<'button'> & {
  kind?: keyof typeof KINDS;
  wide?: boolean;
};

export function Button({ kind = 'primary', wide = false, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex min-h-10 items-center justify-center gap-2 rounded-xl px-4 py-2 text-center text-sm text-balance font-semibold transition disabled:opacity-45 disabled:hover:brightness-100 ${KINDS[kind]} ${wide ? 'w-full' : ''} ${className}`}
    />
  );
}
