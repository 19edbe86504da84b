import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

/** More stops than any screen has. */
const MOST = 120;
const FOCUSED = `(() => {
  const { activeElement: element } = document;
  const label = element.labels?.[0]?.textContent ?? '';
  return [element.getAttribute('aria-label') ?? '', label, element.textContent.trim()].find(Boolean) ?? '';
})()`;
/** Whether the focus is visible: an outline of the element or of its container. */
const IS_SEEN = `(() => {
  // The page itself, between its end and its beginning.
  if (document.activeElement === document.body) return true;
  for (let element = document.activeElement; element !== null; element = element.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) return true;
  }
  return false;
})()`;

let trader: Trader;
const unseen: string[] = [];

beforeAll(async () => {
  trader = await startTrader();
});
afterAll(async () => trader?.stop());

/** Goes on with the tab key until something of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MOST; stop++) {
    await page.keyboard.press('Tab');
    const focused = String(await page.evaluate(FOCUSED));
    if (!(await page.evaluate(IS_SEEN))) unseen.push(focused);
    if (name.test(focused)) return;
    passed.push(focused.slice(0, 40));
  }
  throw new Error(`Nothing called ${name} is reached by the tab key: ${passed.join(' | ')}`);
}

const enter = (page: Page) => page.keyboard.press('Enter');

describe('a fill without a mouse', () => {
  it('goes from the list to the proof with Tab, Enter and typing', async () => {
    const { page } = trader;
    await page.bringToFront();
    await tabTo(page, textStart('pages.orders'));
    await enter(page);
    await page.getByTestId('orders').getByRole('button').first().waitFor();
    await tabTo(page, textStart('orders.searchLabel'));
    await page.keyboard.type('call spread');
    await tabTo(page, /[Cc]all spread/);
    await enter(page);
    await tabTo(page, textStart('ticket.contracts'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1');
    await tabTo(page, textStart('ticket.reviewBuy', { count: 1 }));
    await enter(page);
    await page.getByText(text('ticket.stepOf', { index: 1, count: 2 }), { exact: true }).waitFor();
    await tabTo(page, textStart('ticket.beginTwo'));
    await enter(page);
    for (let step = 1; step <= 2; step++) {
      const window = await trader.approval();
      await window.getByText(text('ticket.stepOf', { index: step, count: 2 })).waitFor();
      await window.bringToFront();
      await tabTo(window, textStart('approvals.confirm'));
      await window.locator('button:enabled', { hasText: text('approvals.confirm') }).waitFor();
      // The next request may use the same window or another one.
      const gone = window.waitForEvent('close').catch(() => undefined);
      const next = window
        .getByText(text('ticket.stepOf', { index: 2, count: 2 }))
        .waitFor()
        .catch(() => undefined);
      await enter(window);
      await (step === 2 ? gone : Promise.race([gone, next]));
    }
    await page.bringToFront();
    await page.getByText(text('progress.asSigned')).waitFor();
    await tabTo(page, textStart('progress.positions'));
    await enter(page);
    await page.getByTestId('positions').getByText(text('products.CALL_SPREAD')).first().waitFor();
  });

  it('shows the focus at every stop', () => {
    expect(unseen).toEqual([]);
  });
});

describe('positions without a mouse', () => {
  it('switches the tabs of positions with the arrow keys and opens a position with Enter', async () => {
    const { page } = trader;
    await tabTo(page, textStart('positions.tabOpen'));
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(FOCUSED)).toMatch(textStart('positions.tabAwaiting'));
    await page.keyboard.press('ArrowLeft');
    await tabTo(page, textPattern('products.CALL_SPREAD'));
    await enter(page);
    await page.getByTestId('position').waitFor();
    await tabTo(page, textStart('positions.transfer'));
    await enter(page);
    await tabTo(page, textStart('positions.giveTo'));
  });
});
