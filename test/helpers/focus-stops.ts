import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { parseAs } from '../../shared/parse.ts';

const Stop = Type.Object({
  name: Type.String(),
  isSeen: Type.Boolean(),
  isCovered: Type.Boolean(),
  isLast: Type.Boolean(),
});

/** More stops than any screen has. */
const MOST = 150;

/** Without it, the browser goes on from the last click. */
const FROM_START = `(() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
})()`;

/**
 * The element with the focus: its name, whether an outline shows it, and whether something lies over
 * its middle (WCAG 2.4.11).
 */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return { name: '', isSeen: true, isCovered: false, isLast: true };
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent.trim();
  let isSeen = false;
  for (let box = element; box !== null; box = box.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(box);
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) isSeen = true;
  }
  const { left, top, width, height } = element.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2);
  const isHidden = width < 2 || height < 2;
  const isCovered = !isHidden && (over === null || !(element.contains(over) || over.contains(element) || [...(element.labels ?? [])].some((label) => label.contains(over))));
  return { name: name.slice(0, 60), isSeen, isCovered, isLast: false };
})()`;

/**
 * Goes through a page with the Tab key, and returns what is wrong with its stops: without a name,
 * without a visible outline, or covered by something that sticks.
 */
export async function focusFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(FROM_START);
  const found: string[] = [];
  for (let count = 0; count < MOST; count++) {
    await page.keyboard.press('Tab');
    const stop = parseAs(Stop, await page.evaluate(FOCUSED));
    if (stop === undefined) return [...found, 'the focus could not be read'];
    if (stop.isLast) return count === 0 ? ['nothing takes the focus'] : found;
    if (stop.name.trim() === '') found.push(`stop ${count} has no name`);
    if (!stop.isSeen) found.push(`no outline at "${stop.name}"`);
    if (stop.isCovered) found.push(`something covers "${stop.name}"`);
  }
  return found;
}
