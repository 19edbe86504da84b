import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { PageTitle } from './PageTitle.tsx';

/**
 * Shows a heading that gets the focus when its page opens. Screen readers and the Tab key begin at
 * the heading.
 */
export function FocusedHeading(props: {
  /** Identifies the page's subject; a new subject moves the focus again. */
  of: string;
  /** False if the heading doesn't take the focus. */
  isFocused?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { of, isFocused = true } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isFocused && of !== '') heading.current?.focus({ preventScroll: true });
  }, [isFocused, of]);
  return (
    <PageTitle ref={heading} tabIndex={-1} className={`outline-none ${props.className ?? ''}`}>
      {props.children}
    </PageTitle>
  );
}
