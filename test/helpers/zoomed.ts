import type { Page } from 'playwright-core';
import { openTree, outlineFindings } from './accessibility-tree.ts';
import { cutOff } from './cut-off.ts';
import { focusFindings } from './focus-stops.ts';
import { layoutFindings } from './layout.ts';

/** Returns elements with a tab index, because Tab should follow the reading order. */
const ORDERED = `[...document.querySelectorAll('[tabindex]')]
  .filter((one) => one.tabIndex > 0)
  .map((one) => 'an order of its own: ' + one.outerHTML.slice(0, 80))`;

/**
 * Checks a page that is as narrow and low as one of 1280 × 1024 at 400 % (WCAG 1.4.10), with the
 * system's own colours. Reads the accessibility tree, and goes through the page with the Tab key.
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
