import { type RefObject, useState } from 'react';
import { useContentLook } from './content-look.ts';

/** Pixels of tolerance for rounding. */
const SLACK = 1;

/**
 * Returns true until the end of what gets signed (`data-signed`) was in view. A text that changes
 * must be read again. Without a text there is nothing to read.
 */
export function useIsUnread(
  content: RefObject<HTMLElement | null>,
  text: string | undefined,
): boolean {
  const [read, setRead] = useState<string>();
  useContentLook(content, (box) => {
    if (text !== undefined && isEndInView(box)) setRead(text);
  });
  return text !== undefined && read !== text;
}

/** A box without height shows nothing. */
function isEndInView(box: HTMLElement): boolean {
  const signed = box.querySelector('[data-signed]');
  if (signed === null || box.clientHeight === 0) return false;
  return signed.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + SLACK;
}
