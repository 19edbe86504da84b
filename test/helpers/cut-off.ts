import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { parseAs } from '../../shared/parse.ts';

const Findings = Type.Array(Type.String());

/** Returns elements that are narrower than their text and have no ellipsis. */
const CUT_OFF = `[...document.querySelectorAll('main *, nav *, [role=tablist] *')].flatMap((element) => {
  const { scrollWidth, clientWidth } = element;
  const { textOverflow, overflowX, display, position } = getComputedStyle(element);
  const isBox = !(element instanceof SVGElement) && display !== 'inline' && position !== 'absolute' && clientWidth > 1;
  const isMeant = textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll';
  return isBox && !isMeant && scrollWidth > clientWidth + 1 && element.textContent.trim() !== ''
    ? [element.tagName + ': ' + element.textContent.trim().slice(0, 60)]
    : [];
})`;

/**
 * Returns overlapping lines of text, in the visible parts of their elements. Sticky and floating
 * elements overlap on purpose.
 */
const OVERLAPS = `(() => {
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    // What a closed box holds has a place, but nobody sees it.
    if (node.data.trim() === '' || node.parentElement?.checkVisibility() !== true) continue;
    let clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    let isAfloat = false;
    for (let box = node.parentElement; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      if (position === 'sticky' || position === 'fixed') isAfloat = true;
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const { left, top, right, bottom } = box.getBoundingClientRect();
      clip = { left: Math.max(clip.left, left), top: Math.max(clip.top, top), right: Math.min(clip.right, right), bottom: Math.min(clip.bottom, bottom) };
    }
    if (isAfloat) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const seen = { left: Math.max(rect.left, clip.left), top: Math.max(rect.top, clip.top), right: Math.min(rect.right, clip.right), bottom: Math.min(rect.bottom, clip.bottom) };
      if (seen.right - seen.left > 2 && seen.bottom - seen.top > 4) lines.push({ node, ...seen });
    }
  }
  const found = [];
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      if (other.node === one.node) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 2 && high > 4) found.push('"' + one.node.data.trim().slice(0, 40) + '" lies over "' + other.node.data.trim().slice(0, 40) + '"');
    }
  }
  return found;
})()`;

/** Milliseconds that a page needs to measure and move rows after its width changed. */
const SETTLED_MS = 1_000;
const LOOK_MS = 50;

/** Returns texts that stay cut off or covered. Also reports a page that scrolls sideways. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const found = await look(page);
    if (found.length === 0 || waited >= SETTLED_MS) return found;
    await wait(LOOK_MS);
  }
}

async function look(page: Page): Promise<readonly string[]> {
  const unmeasured = ['nothing could be measured'];
  const cut = parseAs(Findings, await page.evaluate(CUT_OFF)) ?? unmeasured;
  const over = parseAs(Findings, await page.evaluate(OVERLAPS)) ?? unmeasured;
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  return [...cut, ...over, ...(isWide === false ? [] : ['the page scrolls sideways'])];
}
