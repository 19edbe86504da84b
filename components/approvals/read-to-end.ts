import { type RefObject, useState } from 'react';
import { useContentLook } from './content-look.ts';

/** Pixels of tolerance for rounding. */
const SLACK = 1;

/**
 * Returns true until the end of the signed text (`data-signed`) was visible, and again after the
 * text has changed. Returns false if the content has no signed text.
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

/** Returns false for a box without height, because such a box shows nothing. */
function isEndInView(box: HTMLElement): boolean {
  const signed = box.querySelector('[data-signed]');
  if (signed === null || box.clientHeight === 0) return false;
  return signed.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + SLACK;
}
