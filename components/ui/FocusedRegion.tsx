import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * Takes the focus when it appears, so that the next key is for what it shows, and begins at its
 * top, wherever the former page was scrolled to.
 */
export function FocusedRegion(props: { label: string; children: ReactNode }) {
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    region.current?.scrollIntoView({ block: 'start' });
    region.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={props.label}
      className="min-h-full outline-none"
    >
      {props.children}
    </section>
  );
}
