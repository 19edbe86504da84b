import type { Page } from 'playwright-core';
import { openTree, outlineFindings } from './accessibility-tree.ts';
import { cutOff } from './cut-off.ts';
import { focusFindings } from './focus-stops.ts';
import { layoutFindings } from './layout.ts';

/** Returns elements with a positive tab index, because it changes the Tab order. */
const ORDERED = `[...document.querySelectorAll('[tabindex]')]
  .filter((one) => one.tabIndex > 0)
  .map((one) => 'an order of its own: ' + one.outerHTML.slice(0, 80))`;

/**
 * Checks a page at the size of a 1280 × 1024 window zoomed to 400 % (WCAG 1.4.10), with the
 * system's colours. Reads the accessibility tree, and visits the page's stops with the Tab key.
 * Returns the problems, and restores the page's size.
 */
export async function zoomedFindings(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 256 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const tree = await openTree(page);
  const found = [
    ...(await cutOff(page)),
    ...(await layoutFindings(page)),
    ...(await page.evaluate<string[]>(ORDERED)),
    ...outlineFindings(await tree.nodes()),
    ...(await focusFindings(page)),
  ];
  await tree.close();
  await page.emulateMedia({ forcedColors: 'none' });
  if (size !== null) await page.setViewportSize(size);
  return found;
}
