import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { parseAs } from '../../shared/parse.ts';

const Findings = Type.Array(Type.String());

/** Boxes whose text is wider than they are, and do not say so by dots. */
const CUT_OFF = `[...document.querySelectorAll('main *, nav *, [role=tablist] *')].flatMap((element) => {
  const { scrollWidth, clientWidth } = element;
  const { textOverflow, overflowX, display, position } = getComputedStyle(element);
  const isBox = display !== 'inline' && position !== 'absolute' && clientWidth > 1;
  const isMeant = textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll';
  return isBox && !isMeant && scrollWidth > clientWidth + 1 && element.textContent.trim() !== ''
    ? [element.tagName + ': ' + element.textContent.trim().slice(0, 60)]
    : [];
})`;

/** Every text of a page that is cut off, and that the page scrolls sideways, if it does. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  const cut = parseAs(Findings, await page.evaluate(CUT_OFF)) ?? ['nothing could be measured'];
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  return isWide === false ? cut : [...cut, 'the page scrolls sideways'];
}
