import { type RefObject, useLayoutEffect } from 'react';

/**
 * Calls `look` whenever the visible part of a scrolling box may have changed: after scrolling, and
 * after a change of the content's size. `look` runs before the next paint, so nothing flickers.
 */
export function useContentLook(
  content: RefObject<HTMLElement | null>,
  look: (box: HTMLElement) => void,
): void {
  useLayoutEffect(() => {
    const box = content.current;
    if (box === null) return;
    const lookAgain = () => look(box);
    const sizes = new ResizeObserver(lookAgain);
    for (const element of [box, ...box.children]) sizes.observe(element);
    box.addEventListener('scroll', lookAgain, { passive: true });
    lookAgain();
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', lookAgain);
    };
  });
}
