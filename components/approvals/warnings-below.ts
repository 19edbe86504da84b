import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels of tolerance for rounding. */
const SLACK = 1;

/**
 * Counts the warnings (`data-warning`) that haven't been in view yet and are below the visible
 * part. Counts again when the box scrolls or its content changes size, and before each paint, so
 * that no hint flashes. Content above all warnings can only push them down, so a hint there never
 * changes the count back.
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

/** Scrolls to the first warning that wasn't in view yet, and moves the focus there. */
export function showFirstWarning(content: HTMLElement | null): void {
  const [warning] = content === null ? [] : warningsBelow(content);
  warning?.scrollIntoView({ block: 'center' });
  const target = warning?.querySelector('input') ?? warning;
  target?.focus({ preventScroll: true });
}

/** A warning with a ticked box has been read. */
function warningsBelow(content: HTMLElement): HTMLElement[] {
  const end = content.getBoundingClientRect().bottom + SLACK;
  return [...content.querySelectorAll<HTMLElement>('[data-warning]')].filter(
    (warning) =>
      warning.querySelector('input:checked') === null &&
      warning.getBoundingClientRect().bottom > end,
  );
}
