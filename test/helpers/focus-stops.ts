import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { parseAs } from '../../shared/parse.ts';

const Stop = Type.Object({
  name: Type.String(),
  isSeen: Type.Boolean(),
  isCovered: Type.Boolean(),
  isLast: Type.Boolean(),
  missed: Type.Array(Type.String()),
});

/** More stops than any screen has. */
const MOST = 150;

/** Without it, the browser goes on from the last click. */
const FROM_START = `(() => {
  window.stops = new Set();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
})()`;

/**
 * The element with the focus: its name, whether an outline shows it, and whether something lies over
 * its middle (WCAG 2.4.11). A window without a toolbar begins again at its first stop; elements that
 * such a round misses show that the focus is trapped (WCAG 2.1.2).
 */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return { name: '', isSeen: true, isCovered: false, isLast: true, missed: [] };
  const nameOf = (element) => element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent.trim();
  const name = nameOf(element);
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
  const missed = !isLast ? [] : [...document.querySelectorAll('a[href], button, input:not([type=radio]), select, textarea, summary')]
    .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility() && !window.stops.has(one));
  return { name: name.slice(0, 60), isSeen, isCovered, isLast, missed: missed.map(nameOf) };
})()`;

async function nextStop(page: Page) {
  await page.keyboard.press('Tab');
  return parseAs(Stop, await page.evaluate(FOCUSED));
}

/** Moves the focus from a page's start to the stop of a name. Throws when the Tab key misses it. */
export async function tabTo(page: Page, name: string): Promise<void> {
  await page.evaluate(FROM_START);
  for (let count = 0; count < MOST; count++) {
    const stop = await nextStop(page);
    if (stop?.name.trim() === name) return;
    if (stop === undefined || stop.isLast) break;
  }
  throw new Error(`the Tab key doesn't reach "${name}"`);
}

/**
 * Goes through a page with the Tab key, and returns what is wrong with its stops: without a name,
 * without a visible outline, covered by something that sticks, or in a circle that misses others.
 */
export async function focusFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(FROM_START);
  const found: string[] = [];
  for (let count = 0; count < MOST; count++) {
    const stop = await nextStop(page);
    if (stop === undefined) return [...found, 'the focus could not be read'];
    found.push(...stop.missed.map((name) => `the focus never reaches "${name}"`));
    if (stop.isLast) return count === 0 ? ['nothing takes the focus'] : found;
    if (stop.name.trim() === '') found.push(`stop ${count} has no name`);
    if (!stop.isSeen) found.push(`no outline at "${stop.name}"`);
    if (stop.isCovered) found.push(`something covers "${stop.name}"`);
  }
  return [...found, `the focus is still on the page after ${MOST} stops`];
}
