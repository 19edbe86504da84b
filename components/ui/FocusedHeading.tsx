import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { PageTitle } from './PageTitle.tsx';

/**
 * A heading that gets the focus when its page appears, so that a screen reader begins there and Tab
 * continues after it.
 */
export function FocusedHeading(props: {
  /** Changes with the subject of the page. */
  of: string;
  /** False to leave the focus unchanged. */
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
