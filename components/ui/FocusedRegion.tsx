import { type ReactNode, useEffect, useRef } from 'react';

/** Takes the focus when it appears, so that the next key is for what it shows. */
export function FocusedRegion(props: { label: string; children: ReactNode }) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => region.current?.focus({ preventScroll: true }), []);
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
