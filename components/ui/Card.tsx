import type { ComponentProps } from 'react';

export function Card({
  className = '',
  flush = false,
  ...rest
}: ComponentProps<'section'> & {
  /** Lets the content reach the card's edges, for lists with lines. */
  flush?: boolean;
}) {
  return (
    <section
      {...rest}
      className={`rounded-2xl border border-line bg-surface ${flush ? '' : 'p-4'} ${className}`}
    />
  );
}
