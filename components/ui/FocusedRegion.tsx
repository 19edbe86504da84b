import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * Shows a region that takes the focus and scrolls to its top when it appears, so that the next key
 * applies to the region's content.
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
