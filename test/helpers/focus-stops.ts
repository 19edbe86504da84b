import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { parseAs } from '../../shared/parse.ts';
import { openTree } from './accessibility-tree.ts';

const Stop = Type.Object({
  isSeen: Type.Boolean(),
  hasTabIndex: Type.Boolean(),
  isCovered: Type.Boolean(),
  isLast: Type.Boolean(),
  missed: Type.Array(Type.String()),
});

/** More Tab stops than any screen has. */
const MOST = 150;

/** Elements that the Tab key reaches. */
const REACHABLE = `[...document.querySelectorAll('a[href], button, input:not([type=radio]), select, textarea, summary')]
  .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility())`;

/** Removes the position of the last click, from which the browser would continue. */
const FROM_START = `(() => {
  window.stops = new Set();
  window.reachable = new Set(${REACHABLE});
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
})()`;

/**
 * Describes the focused element: whether it has an outline, and whether anything covers its middle
 * (WCAG 2.4.11). In a window without a toolbar, Tab returns to the first stop. If some stops
 * weren't reached by then, the focus is trapped (WCAG 2.1.2). Buttons that were enabled in the
 * meantime are ignored.
 */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return { isSeen: true, hasTabIndex: false, isCovered: false, isLast: true, missed: [] };
  const nameOf = (element) => element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent.trim();
  let isSeen = false;
  for (let box = element; box !== null; box = box.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(box);
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) isSeen = true;
  }
  const { left, top, width, height } = element.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2);
  const isHidden = width < 2 || height < 2;
  const isCovered = !isHidden && (over === null || !(element.contains(over) || over.contains(element) || [...(element.labels ?? [])].some((label) => label.contains(over))));
  const isLast = window.stops.has(element);
  window.stops.add(element);
  const missed = !isLast ? [] : ${REACHABLE}.filter((one) => window.reachable.has(one) && !window.stops.has(one));
  return { isSeen, hasTabIndex: element.hasAttribute('tabindex'), isCovered, isLast, missed: missed.map(nameOf) };
})()`;

async function nextStop(page: Page) {
  await page.keyboard.press('Tab');
  return parseAs(Stop, await page.evaluate(FOCUSED));
}

/** Focuses a stop again, because new data may have moved it out of view. */
async function isStillCovered(page: Page): Promise<boolean> {
  await page.keyboard.press('Shift+Tab');
  return (await nextStop(page))?.isCovered ?? true;
}

/** Moves the focus from the page's start to the named stop. Throws if Tab doesn't reach it. */
export async function tabTo(page: Page, name: string): Promise<void> {
  await page.evaluate(FROM_START);
  const tree = await openTree(page);
  for (let count = 0; count < MOST; count++) {
    const stop = await nextStop(page);
    if ((await tree.focused()).name === name) return tree.close();
    if (stop === undefined || stop.isLast) break;
  }
  throw new Error(`the Tab key doesn't reach "${name}"`);
}

/**
 * Visits a page's stops with the Tab key. Returns the problems of the stops: no role or name for
 * screen readers, not in reading order, no visible outline, covered by another element, or never
 * reached.
 */
export async function focusFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(FROM_START);
  const tree = await openTree(page);
  const order = new Map((await tree.nodes()).map(({ id }, at) => [id, at]));
  const found: string[] = [];
  let last = 0;
  for (let count = 0; count < MOST; count++) {
    const stop = await nextStop(page);
    if (stop === undefined) return [...found, 'the focus could not be read'];
    found.push(...stop.missed.map((name) => `the focus never reaches "${name}"`));
    if (stop.isLast) {
      await tree.close();
      return count === 0 ? ['nothing takes the focus'] : found;
    }
    const { id, role, name } = await tree.focused();
    // The browser makes a scrolling element a stop if it contains no controls.
    const isScroller = role === 'generic' && !stop.hasTabIndex;
    if (name === '' && !isScroller) found.push(`stop ${count} (${role}) has no name`);
    if (role === 'generic' && !isScroller) found.push(`stop ${count} "${name}" has no role`);
    // A row that was drawn after the reading order was recorded has no position in this order.
    const at = order.get(id) ?? last;
    if (at < last) found.push(`"${name}" is read before the stop before it`);
    last = at;
    if (!stop.isSeen) found.push(`no outline at "${name}"`);
    if (stop.isCovered && (await isStillCovered(page))) found.push(`something covers "${name}"`);
  }
  return [...found, `the focus is still on the page after ${MOST} stops`];
}
