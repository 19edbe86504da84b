import { type RefObject, useEffect, useRef } from 'react';

/** Reports whether a mouse or pen points at an element, or the keyboard's focus is in it. */
export function useAttention(
  element: RefObject<HTMLElement | null>,
  onChange: (hasAttention: boolean) => void,
): void {
  const report = useRef(onChange);
  report.current = onChange;
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    let isPointed = false;
    let isFocused = false;
    const reportAttention = () => report.current(isPointed || isFocused);
    const point = (isOver: boolean) => {
      isPointed = isOver;
      reportAttention();
    };
    const focus = (isIn: boolean) => {
      isFocused = isIn;
      reportAttention();
    };
    target.addEventListener('pointerenter', (event) => point(event.pointerType !== 'touch'), {
      signal,
    });
    target.addEventListener('pointerleave', () => point(false), { signal });
    // A click leaves the focus on the element, although the user may no longer look at the element.
    target.addEventListener(
      'focusin',
      ({ target: inside }) => focus(inside instanceof Element && inside.matches(':focus-visible')),
      { signal },
    );
    target.addEventListener('focusout', () => focus(false), { signal });
    return () => {
      listening.abort();
      report.current(false);
    };
  }, [element]);
}
