import { type RefObject, useState } from 'react';
import { useContentLook } from './content-look.ts';

/** Pixels of tolerance for rounding. */
const SLACK = 1;

/**
 * Counts the unread warnings (`data-warning`) below the visible part. A hint above the content shows
 * this number. The hint can only push warnings further down, so showing the hint never lowers the
 * number.
 */
export function useWarningsBelow(content: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  useContentLook(content, (box) => setCount(warningsBelow(box).length));
  return count;
}

/** Scrolls to the first unread warning below the visible part, and moves the focus there. */
export function showFirstWarning(content: HTMLElement | null): void {
  const [warning] = content === null ? [] : warningsBelow(content);
  warning?.scrollIntoView({ block: 'center' });
  const target = warning?.querySelector('input') ?? warning;
  target?.focus({ preventScroll: true });
}

/** Scrolls to the first checkbox that isn't ticked, and moves the focus there. */
export function showFirstBox(content: HTMLElement | null): void {
  const box = content?.querySelector<HTMLElement>('input[type=checkbox]:not(:checked)');
  box?.scrollIntoView({ block: 'center' });
  box?.focus({ preventScroll: true });
}

/**
 * Returns the unread warnings below the visible part. A warning with a ticked checkbox counts as
 * read.
 */
function warningsBelow(content: HTMLElement): HTMLElement[] {
  const end = content.getBoundingClientRect().bottom + SLACK;
  return [...content.querySelectorAll<HTMLElement>('[data-warning]')].filter(
    (warning) =>
      warning.querySelector('input:checked') === null &&
      warning.getBoundingClientRect().bottom > end,
  );
}
