import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels that rounding may cost. */
const SLACK = 1;

/**
 * How many warnings (`data-warning`) are not in sight yet, below what the scrolled box shows. It looks
 * again whenever the box scrolls or something in it changes its size, and before each picture, so that
 * no hint flashes up. What stands above all warnings can only push them down: a hint there, shown or
 * not, never changes the answer back.
 */
export function useWarningsBelow(content: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  useLayoutEffect(() => {
    const box = content.current;
    if (box === null) return;
    const look = () => setCount(warningsBelow(box).length);
    const sizes = new ResizeObserver(look);
    for (const element of [box, ...box.children]) sizes.observe(element);
    box.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
    };
  });
  return count;
}

/** Scrolls to the first warning that is not in sight yet, and puts the keyboard there. */
export function showFirstWarning(content: HTMLElement | null): void {
  const [warning] = content === null ? [] : warningsBelow(content);
  warning?.scrollIntoView({ block: 'center' });
  const target = warning?.querySelector('input') ?? warning;
  target?.focus({ preventScroll: true });
}

/** One whose box is ticked has been read. */
function warningsBelow(content: HTMLElement): HTMLElement[] {
  const end = content.getBoundingClientRect().bottom + SLACK;
  return [...content.querySelectorAll<HTMLElement>('[data-warning]')].filter(
    (warning) =>
      warning.querySelector('input:checked') === null &&
      warning.getBoundingClientRect().bottom > end,
  );
}
