import type { ComponentProps } from 'react';

export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={`rounded-2xl border border-line bg-surface p-4 ${className}`} />
  );
}
