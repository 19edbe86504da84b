import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { parseAs } from '../../shared/parse.ts';

const Findings = Type.Array(Type.String());

/** Reports a page that scrolls as a whole. Its buttons would move out of view. */
const SCROLLING = `(() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  return scrollHeight > innerHeight || scrollWidth > innerWidth
    ? ['the document scrolls: ' + scrollWidth + ' x ' + scrollHeight]
    : [];
})()`;

/**
 * Reports a vertical scrollbar inside another vertical scrollbar. Scrollbars of separate columns
 * are allowed.
 */
const NESTED = `(() => {
  const scrollers = [...document.querySelectorAll('*')].filter((element) => {
    const { overflowY } = getComputedStyle(element);
    return (overflowY === 'auto' || overflowY === 'scroll') && element.scrollHeight > element.clientHeight
      && element.clientHeight > innerHeight / 2 && element.checkVisibility();
  });
  return scrollers
    .filter((inner) => scrollers.some((outer) => outer !== inner && outer.contains(inner)))
    .map(({ className }) => 'a scrollbar inside of another: ' + className);
})()`;

/**
 * Reports numbers that continue on the next line. Ignores addresses and ports, and values of more
 * than 30 digits in pages that break all words.
 */
const BROKEN_FIGURES = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement?.checkVisibility() !== true) continue;
    for (const match of node.data.matchAll(/(?<![\\w.:])\\d[\\d.,]*\\d(?!\\w)/g)) {
      if (match[0].length > 30 && getComputedStyle(node.parentElement).wordBreak === 'break-all') continue;
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 4) found.push('broken figure: ' + node.data.trim().slice(0, 60));
    }
  }
  return found;
})()`;

/**
 * Returns the problems of a page's layout, whatever its content: a second scrollbar, or a number
 * that continues on the next line.
 */
export async function layoutFindings(page: Page): Promise<readonly string[]> {
  const answers = await Promise.all(
    [SCROLLING, NESTED, BROKEN_FIGURES].map((script) => page.evaluate(script)),
  );
  return answers.flatMap((answer) => parseAs(Findings, answer) ?? ['the layout gave no list']);
}
