import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * A page's heading that takes the focus when its page appears, so that a screen reader begins there and
 * the next Tab key leads to what follows it.
 */
export function FocusedHeading(props: {
  /** Changes with what the page is about. */
  of: string;
  /** False leaves the focus where it is. */
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
    <h1 ref={heading} tabIndex={-1} className={`outline-none ${props.className ?? ''}`}>
      {props.children}
    </h1>
  );
}
